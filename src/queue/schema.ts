/**
 * Brings a database into shape; safe to run on one that is. Times are milliseconds since the epoch.
 * There are two tables, and no index on the first, because taking a notification in must cost little:
 * it is one record at the end of one tree.
 */
export const schema = `
  pragma locking_mode = exclusive; -- a second process on the same file is refused, not served double
  pragma journal_mode = wal;
  pragma synchronous = full;       -- a commit is on disk, not only on its way
  pragma journal_size_limit = 16777216;

  create table if not exists pending (
    id       integer primary key,
    received integer not null,
    due      integer not null default 0,
    attempts integer not null default 0,
    error    text    not null default '',
    output   text    not null default '',
    payload  text    not null
  ) strict;

  create table if not exists finished (
    id       integer primary key,
    state    text    not null check (state in ('delivered', 'failed')),
    received integer not null,
    ended    integer not null,
    attempts integer not null,
    error    text    not null,
    output   text    not null,
    payload  text    not null
  ) strict;
  create index if not exists finished_by_end on finished (ended);
  create index if not exists failed on finished (id) where state = 'failed';
`;

/**
 * Lets the file and its log grow once, in advance: a commit that finds its room laid out is a third
 * faster, because the file system has nothing but the content to write.
 */
export const layOut = `
  pragma wal_autocheckpoint = 250;
  create table if not exists room (bytes blob);
  insert into room values (zeroblob(1000000));
  drop table room;
  pragma wal_checkpoint(restart);
`;

/** The statements of the store. */
export const statements = {
  add: "insert into pending (id, received, payload) values (?, ?, ?)",
  next: `select id, payload, attempts from pending
    where due <= ? and id not in (select value from json_each(?)) order by id limit 1`,
  pending: "select id, payload from pending order by id",
  nextDue: "select min(due) as due from pending",
  postpone: "update pending set due = ?, attempts = attempts + 1, error = ?, output = ? where id = ?",
  finish: `insert into finished (id, state, received, ended, attempts, error, output, payload)
    select id, ?, received, ?, attempts + 1, ?, ?, payload from pending where id = ?`,
  forget: "delete from pending where id in (select value from json_each(?))",
  dropOld: "delete from finished where ended < ?",
  dropMany: `delete from finished where id in
    (select id from finished order by ended desc, id desc limit -1 offset ?)`,
  dropFinished: "delete from finished",
  takeBack: `insert into pending (id, received, payload)
    select id, received, payload from finished where state = 'failed' order by id limit ?`,
  dropTakenBack: "delete from finished where id in (select id from pending)",
  counts: `select (select count(*) from pending) as pending,
    (select count(*) from finished where state = 'failed') as failed`,
  lastId:
    "select max(ifnull((select max(id) from pending), 0), ifnull((select max(id) from finished), 0)) as id",
  bytes: `select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
};
