import type { Json, JsonObject } from "../json/parse.ts";
import { type Field, type FieldName, fields } from "./fields.ts";

/** A report that can be submitted: a value for each field, "" where nothing is known or nothing belongs. */
export type Report = Record<FieldName, string>;

/** What is wrong with one field; it never holds the value. */
export type Fault = { field: string; problem: string; allowed: string[] };

/** A report, or all that is wrong with the record. `ignored`: keys of it that the report has no place for. */
export type Reading = { report: Report; ignored: string[] } | { faults: Fault[] };

/** Reads a record. An empty text and `null` count as nothing said. */
export function readReport(record: JsonObject): Reading {
  const faults = fields.map((field) => faultOf(field, record)).filter((fault) => fault !== null);
  if (faults.length) return { faults };
  const isBug = String(said(record, "type")).trim() === "bug";
  const belongs = ({ need }: Field) => need !== "bug" || isBug;
  const values = fields.map((field) => [field.name, belongs(field) ? textOf(field, record) : ""]);
  const known = new Set<string>(fields.filter(belongs).map(({ name }) => name));
  const ignored = Object.keys(record).filter((key) => !known.has(key) && said(record, key) !== null);
  return { report: Object.fromEntries(values) as Report, ignored };
}

/** Half a character, which no encoding can say, becomes U+FFFD. A long text keeps its lines, which are counted. */
function textOf({ name, fallback = "", isLong }: Field, record: JsonObject): string {
  const text = String(said(record, name) ?? fallback).toWellFormed();
  return isLong ? text : text.trim();
}

/** The value under a key that says something; null for an empty text and for `null`. */
export function said(record: JsonObject, key: string): Json {
  const value = Object.hasOwn(record, key) ? (record[key] ?? null) : null;
  return typeof value === "string" && !value.trim() ? null : value;
}

/** What is wrong with the field in this record, or null. */
export function faultOf({ name, need, choices, check }: Field, record: JsonObject): Fault | null {
  const value = said(record, name);
  const allowed = choices ?? [check?.is ?? "a text that is not empty"];
  const fault = (problem: string) => ({ field: name, problem, allowed });
  if (value === null) return need === "required" ? fault("it is missing or empty") : null;
  if (typeof value !== "string") return fault(`it is ${kindOf(value)} instead of a text`);
  if (choices && !choices.includes(value.trim())) return fault("it is none of the allowed values");
  if (check && !check.holds(value.trim())) return fault("it has not the form that is allowed");
  return null;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
