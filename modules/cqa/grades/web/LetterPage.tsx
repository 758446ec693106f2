import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { gradeLetter } from '../model/course-grade.ts'

/** 综合测评 → 成绩等级: what a grade given as a word counts as. */
export default function LetterPage() {
  return (
    <EntityTable<typeof gradeLetter>
      of={gradeLetter}
      title={t('成绩等级')}
      columns={[
        { key: 'name', width: 160, align: 'left' },
        { key: 'score', width: 120 },
        { key: 'updatedAt', width: 168 },
      ]}
      form={{ layout: [{ title: '等级', fields: ['name', 'score'] }] }}
    />
  )
}
