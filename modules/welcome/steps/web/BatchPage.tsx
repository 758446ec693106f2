import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { batchActions, welcomeBatch } from '../model/batch.ts'
import { Steps } from './batch/Steps.tsx'

/** 迎新 → 批次与环节: the batches of enrolment; opening one shows its steps. */
export default function BatchPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('steps')
  if (id) return <Steps batchId={id} onBack={() => put({ steps: undefined })} />
  return (
    <RoundTable<typeof welcomeBatch>
      title={t('批次与环节')}
      of={welcomeBatch}
      actions={batchActions}
      columns={[
        { key: 'year', width: 80 },
        { key: 'members', width: 90 },
        { key: 'arrived', width: 90 },
      ]}
      fields={[
        { title: '报到', fields: ['year', 'contacts'] },
        { title: '阶段', fields: ['preFrom', 'preTo', 'siteFrom', 'siteTo'] },
      ]}
      initial={{ year: new Date().getFullYear() }}
      onOpen={row => put({ steps: row.id })}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每年迎新的批次：时间、环节和环节的先后。'),
  who: t('招生办设置，学工处、学院和辅导员查看。'),
  first: t('新的一年从去年的批次“复制”，环节、办理点、到校时段和物品一起带过来；点批次改环节，再发布。'),
})
