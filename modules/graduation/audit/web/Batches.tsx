import type { ReactNode } from 'react'
import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { closeBatch } from '../model/actions.ts'
import { batchActions, batchStages, graduationBatch } from '../model/batch.ts'

/** The batches of graduation, and their closing. */
export const Batches = ({ views }: { views: ReactNode }) => (
  <RoundTable<typeof graduationBatch>
    title={t('毕业审核')}
    views={views}
    of={graduationBatch}
    actions={batchActions}
    columns={[
      { key: 'candidates', width: 90 },
      { key: 'certDate', width: 120 },
      {
        key: 'stage',
        width: 160,
        render: row =>
          row.stage === 'closed' || row.stage === 'closing' || row.publishedAt === null ? (
            <StateTag of={batchStages} state={row.stage} />
          ) : (
            <ActionButton
              of={closeBatch}
              input={{ id: row.id }}
              changes={['graduationAudit', 'process']}
              confirm={t('“{{name}}”的学生从 {{day}} 起按结果办结学籍，空班结束。不能撤销。', { name: row.name, day: formatDate(row.certDate) })}
              done={t('开始办结')}
            />
          ),
      },
    ]}
    fields={[
      { title: '毕业', fields: ['certDate', 'includesLate'] },
      { title: '公示', fields: ['noticeLevel', 'noticeWorkdays', 'noticeColumns'] },
    ]}
    initial={{ audience: { roles: ['student'] }, includesLate: true, noticeLevel: 'school', noticeColumns: ['name', 'college', 'className', 'item'] }}
  />
)
