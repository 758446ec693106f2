import { DAY_MS } from '#model/days.ts'
import { columnName } from '#server/data/columns.ts'
import { deadlines, escalation, inTurn, whenDue } from '#server/deadlines/deadlines.ts'
import { BEGINS, cqaScheme, ENDS, STAGES, type Stage } from '../../schemes/model/scheme.ts'
import { tellEnding, tellOpened } from './notify-stages.ts'

/** How long before its end those who lack at a stage are reminded. */
const BEFORE = 2 * DAY_MS
const IS_SCORING = `t.state = 'published' and t.stage = 'scoring'`
/** Publishing announces the students' own stage; of each further one its people are told. */
export const openStages = escalation(cqaScheme, {
  when: IS_SCORING,
  at: { group: 'selfUntil', fdy: 'groupUntil', college: 'fdyUntil' },
  marks: ['group', 'fdy', 'college'],
  reached: 'openedStage',
  lastOnly: true,
  history: false,
  bookkeeping: true,
  reach: tellOpened,
})
const stages = Object.keys(STAGES) as Stage[]
/** A stage is reminded of once while it runs, unless its end moves. */
const ending = (stage: Stage) => {
  const earlier = stages.slice(0, stages.indexOf(stage)).map(s => `'${s}'`)
  return whenDue(cqaScheme, {
    when: `${IS_SCORING} and t.${columnName(cqaScheme, BEGINS[stage])} <= now() and (t.reminded_stage is null${earlier.length ? ` or t.reminded_stage in (${earlier.join(', ')})` : ''})`,
    at: ENDS[stage],
    before: BEFORE,
    untilThen: true,
    history: false,
    bookkeeping: true,
    set: { remindedStage: stage },
    act: (db, rows) => tellEnding(db, stage, rows),
  })
}
export const remindStages = inTurn(...stages.map(ending))
export default deadlines('cqa.stages', '测评环节开始和快截止', '*/10 * * * *', [openStages, remindStages])
