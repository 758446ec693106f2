import sql from 'sql-template-tag'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { aidLevel } from '../model/dictionaries.ts'
import { levelsOn } from './api.ts'

/** That somebody is recognised stands in public notices; how strongly is personal. */
export default studentFacts({
  code: 'hardship',
  label: '困难认定',
  permission: 'hardship:aidLevelSpan:list',
  reveal: 'hardship:aidRecognition:reveal',
  facts: {
    level: { label: '困难等级', type: 'choice', dictionary: aidLevel.code, sensitivity: 'S1' },
    isRecognised: { label: '已认定困难', type: 'bool', otherwise: false },
  },
  remedies: [{ label: '困难认定', link: '/hardship/mine' }],
  values: (db, students, on) => sql`select h.id, h.level, true as "isRecognised" from (${levelsOn(db, students, on)}) h`,
})
