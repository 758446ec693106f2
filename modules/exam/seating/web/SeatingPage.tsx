import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { formatDatetime } from '#web/values/format.ts'
import { addLate, arrangeSeats, clearSeats, examSeating, openTickets } from '../model/seating.ts'
import { CHANGES } from './changes.ts'
import { PlanPanel } from './PlanPanel.tsx'

/** 招生考试 → 考务安排: seats of each examination. */
export default function SeatingPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('seating')
  return (
    <>
      <EntityTable<typeof examSeating>
        of={examSeating}
        title={t('考务安排')}
        columns={[
          { key: 'batchId', width: 220, align: 'left' },
          { key: 'seated', width: 100 },
          { key: 'pairs', width: 110 },
          { key: 'arrangedAt', width: 150 },
          { key: 'openedAt', width: 150 },
          { key: 'ticketFrom', width: 260, title: t('准考证'), align: 'left', render: row => `${formatDatetime(row.ticketFrom)} – ${formatDatetime(row.ticketTo)}` },
          ...(['seed', 'arrangedBy', 'zkzhPattern', 'refundAfterSeating'] as const).map(key => ({ key, hidden: true })),
        ]}
        filters={['batchId']}
        form={{ layout: ['batchId', 'ticketFrom', 'ticketTo', 'zkzhPattern', 'refundAfterSeating', 'ticketNotice', 'ticketMap'] }}
        onOpen={row => put({ seating: row.id })}
        rowActions={row => (
          <>
            {row.openedAt ? (
              <ActionButton
                of={addLate}
                input={{ id: row.id }}
                changes={CHANGES}
                confirm={t('后来完成报名的考生坐备用考场，需要便利条件的坐特殊考场，并发准考证号。')}
                done={t('已补排')}
              />
            ) : (
              <FormButton
                of={arrangeSeats}
                input={{ id: row.id }}
                changes={CHANGES}
                note={t('同一科目组的考生随机排座，同校考生不相邻。已有的编排会重新排过。')}
                done={t('已编排')}
                onDone={() => put({ seating: row.id })}
              />
            )}
            {row.arrangedAt && !row.openedAt ? (
              <>
                <ActionButton
                  of={openTickets}
                  input={{ id: row.id }}
                  changes={CHANGES}
                  confirm={t('生成后座位和准考证号不再改变，考生会收到通知，在开放时间内打印准考证。')}
                  done={t('准考证已生成')}
                />
                <ActionButton of={clearSeats} input={{ id: row.id }} changes={CHANGES} confirm={t('清除全部座位？考场和场次保留。')} danger />
              </>
            ) : null}
          </>
        )}
      />
      <Panel open={Boolean(id)} title={t('编排概况')} onClose={() => put({ seating: undefined })} size={720}>
        {id ? <PlanPanel id={id} /> : null}
      </Panel>
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('一次考试的座位：考生随机编排，同校不相邻，需要便利条件的进特殊考场。'),
  who: t('招生办编排；学工处查看。'),
  first: t('新建考务安排，录入场次和考场，再点“编排考场”；点开一行看人数和座位够不够。'),
})
