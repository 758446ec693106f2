import { studentNumbers } from '#modules/student/server/api.ts'
import { rules } from '#server/context.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { courseGrade } from '../model/course-grade.ts'
import { gradeFaults } from './faults.ts'

export default [
  rules(courseGrade, {
    add: ({ db }, draft) => checkRow(db, courseGrade, draft, gradeFaults),
    update: ({ db }, row, patch) => checkRow(db, courseGrade, { ...row, ...patch }, gradeFaults),
  }),
  importRules(courseGrade, { check: ({ rows }) => gradeFaults(rows) }),
  ...studentNumbers(courseGrade),
]
