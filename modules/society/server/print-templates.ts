import { printTemplate } from '#server/print/layout.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'

export default [
  /** 社团登记表, with the roster. */
  printTemplate(society, {
    code: 'societyRegister',
    name: '社团登记表',
    holder: 'name',
    paper: 'A4',
    layout: {
      title: '社团登记表',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['name', 'code', 'category', 'level', 'guidanceUnitId', 'advisorId', 'foundedOn', 'state'] },
        { kind: 'grid', columns: 1, fields: ['purpose', 'meets'] },
        { kind: 'table', of: 'societyMember', by: 'societyId', fields: ['studentId', 'role', 'joinedOn', 'state'], sort: 'joinedOn' },
        { kind: 'seal', text: '{school}团委（盖章）' },
      ],
    },
  }),
  printTemplate(society, {
    code: 'societyStatement',
    name: '社团经费收支表',
    holder: 'name',
    paper: 'A4',
    layout: {
      title: '社团经费收支表',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['name', 'code', 'guidanceUnitId', 'balance', 'held'] },
        { kind: 'table', of: 'societyFundEntry', by: 'accountId', fields: ['bizDate', 'kind', 'about', 'amount', 'reason'], sort: 'bizDate' },
        { kind: 'seal', text: '{school}团委（盖章）' },
      ],
    },
  }),
  printTemplate(societyMember, {
    code: 'societyMembership',
    name: '社团成员证明',
    holder: 'studentId',
    paper: 'A4',
    layout: {
      title: '社团成员证明',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['studentId', 'studentNo', 'societyId', 'role', 'joinedOn', 'state'] },
        { kind: 'text', text: '以上情况属实，特此证明。{today}' },
        { kind: 'seal', text: '{school}团委（盖章）' },
      ],
    },
  }),
]
