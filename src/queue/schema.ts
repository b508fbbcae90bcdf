/**
 * Brings a database into shape; safe to run on one that is. Times are milliseconds since the epoch.
 * What was running when the process died waits again.
 */
export const schema = `
  pragma locking_mode = exclusive; -- a second process on the same file is refused, not served double
  pragma journal_mode = wal;
  pragma synchronous = full;       -- a commit is on disk, not only on its way
  pragma journal_size_limit = 16777216;

  create table if not exists notification (
    id       integer primary key,
    state    text    not null check (state in ('waiting', 'running', 'delivered', 'failed')),
    received integer not null,
    due      integer not null default 0,
    ended    integer,
    attempts integer not null default 0,
    error    text    not null default '',
    output   text    not null default '',
    payload  text    not null
  ) strict;
  create index if not exists by_state on notification (state, id, due);
  create index if not exists by_end on notification (ended) where ended is not null;

  update notification set state = 'waiting' where state = 'running';
`;

/** The statements of the store. */
export const statements = {
  add: "insert into notification (id, state, received, payload) values (?, 'waiting', ?, ?)",
  next: `select id, payload, attempts from notification
    where state = 'waiting' and due <= ? and id not in (select value from json_each(?)) order by id limit 1`,
  waiting: "select id, payload from notification where state = 'waiting' order by id limit ?",
  nextDue: "select min(due) as due from notification where state = 'waiting'",
  begin: "update notification set state = 'running' where id = ?",
  end: `update notification set state = ?, error = ?, output = ?, due = ?, ended = ?, attempts = attempts + 1
    where id = ?`,
  dropOld: "delete from notification where ended < ?",
  dropMany: `delete from notification where id in
    (select id from notification where ended is not null order by ended desc, id desc limit -1 offset ?)`,
  retryFailed: `update notification set state = 'waiting', due = 0, ended = null, attempts = 0 where id in
    (select id from notification where state = 'failed' order by id limit ?)`,
  forget: "delete from notification where id in (select value from json_each(?))",
  dropFinished: "delete from notification where ended is not null",
  bytes: `select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
  counts: "select state, count(*) as count from notification group by state",
  lastId: "select max(id) as id from notification",
};
