import { paramText } from '#server/data/stored-params.ts'
import { NIGHT_PARAMETERS } from '../model/parameters.ts'

const INITIAL = NIGHT_PARAMETERS.nightRosterAt.initial
/** The current night, which begins at noon. */
const NIGHT = `(now() at time zone 'Asia/Shanghai' - interval '12 hours')::date`
/** Time of day of roster creation; an invalid value counts as unset. */
const ROSTER_AT = `(select (case when t ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then t else '${INITIAL}' end)::time as at from (select ${paramText('dormitory', 'nightRosterAt', INITIAL)} as t) x)`
/** That time in the current night: from noon on its own date, before that the next. */
const ROSTER_TIME = `(select (${NIGHT} + (case when r.at < '12:00' then 1 else 0 end) + r.at) at time zone 'Asia/Shanghai' from ${ROSTER_AT} r)`
/** Buildings with at least one source. */
const KEEPS_NIGHTS = `b.is_enabled and ((coalesce(s.is_self, true) and b.fence is not null) or s.is_head or s.is_patrol or (coalesce(s.is_gate, true) and b.gate_mode = 'events'))`

/** Due work: a building whose night must begin or follow its settings, a night to close, a case to notify. */
export const NIGHT_DUE = `select from dorm_building b left join night_setting s on s.tenant_id = b.tenant_id and s.dorm_id = b.id
    where b.tenant_id = $1 and ${KEEPS_NIGHTS} and now() >= ${ROSTER_TIME}
      and not exists (select from dorm_night n where n.tenant_id = $1 and n.dorm_id = b.id and n.night_date = ${NIGHT} and n.closed_at is not null)
  union all select from dorm_night where tenant_id = $1 and night_date >= ${NIGHT} - 1 and closed_at is null
  union all select from night_line where tenant_id = $1 and handled_state = 'open' and (opened_at > now() - interval '2 days' or night_date = ${NIGHT}) and (escalation < 2 or told_at is null)`
