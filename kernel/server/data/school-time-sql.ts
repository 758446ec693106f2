import sql, { type Sql } from 'sql-template-tag'

/** A moment in school time, as people read it and as `schoolTimeText` writes it: `2026-09-14 08:30`. */
export const schoolTimeSql = (at: Sql): Sql => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`
