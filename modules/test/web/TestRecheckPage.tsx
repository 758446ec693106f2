import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { testRecheck } from '../model/recheck.ts'
import { RecheckPaper } from './recheck/RecheckPaper.tsx'

const VIEWS = {
  asked: { label: '待复核', where: { state: 'asked' } },
  all: { label: '全部' },
}
/** 在线测试 → 成绩复核: attempts whose score is doubted, each with its paper. */
export default function TestRecheckPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof testRecheck>
      of={testRecheck}
      title={t('成绩复核')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'scheduleId', width: 200, align: 'left' },
        { key: 'reason', width: 220, align: 'left' },
        { key: 'before', width: 90 },
        { key: 'after', width: 100 },
        { key: 'state', width: 110 },
        { key: 'askedAt', width: 150 },
        { key: 'checkedBy', width: 110 },
        ...(['answer', 'answeredAt'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['scheduleId', 'before', 'after']}
      filters={['scheduleId', 'studentId.departmentId', 'studentId.classId', 'state']}
      detail={{ extra: row => <RecheckPaper id={row.id} isOpen={row.state === 'asked'} /> }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('考生对成绩有疑问，在发布后几天内申请复核，在这里看答卷、改人工评的分、答复。'),
  who: t('安排考试的人和看得到这些学生的老师；评过这份答卷的人不能自己复核。'),
  first: t('点开一条，对着答案看；答案本身有误的，到“试题分析”里更正，对所有人一起重算，再来答复。'),
})
