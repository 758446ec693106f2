import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { RecordDetail, useRecord } from '#web/records/RecordDetail.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { documentDelivery } from '../model/delivery.ts'
import { punishment, punishmentStates } from '../model/punishment.ts'
import { Acts } from './Acts.tsx'
import { Considered } from './Considered.tsx'

const SECTIONS = [
  {
    title: '认定',
    fields: [
      'studentId',
      'studentNo',
      'caseNo',
      'departmentId',
      'classId',
      'measure',
      'partRole',
      'facts',
      'materialIds',
      'aggravating',
      'mitigating',
      'proposedLevel',
      'levelReason',
    ],
  },
  { title: '告知和申辩', fields: ['noticeIssuedOn', 'noticeServedOn', 'defenceDueOn', 'defenceKind', 'defendedOn', 'defenceText', 'defenceAnswer'] },
  {
    title: '决定',
    fields: ['documentNo', 'decidedOn', 'decidedLevel', 'periodMonths', 'periodReason', 'legalReviewOn', 'legalReviewBy', 'legalOpinion', 'meetingName', 'meetingOn'],
  },
  {
    title: '执行',
    fields: ['servedOn', 'periodStart', 'periodEnd', 'appealDueOn', 'isExecutionSuspended', 'extendedMonths', 'extendReason', 'liftedOn', 'liftDocumentNo', 'endReason'],
  },
] as const
/** One party: where it stands, what can be done next, what speaks for a level, documents and history. */
export default function PunishmentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRecord(punishment, id)
  const { data: row } = read
  const mayDeliveries = useCan('discipline:documentDelivery:list')
  return (
    <Panel
      open={isOpen}
      size={720}
      title={row ? `${row.studentName ?? ''} ${row.caseNo ?? ''}` : t('处分')}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={row ? <Acts row={row} /> : null}
    >
      {row ? (
        <Stack>
          <Row>
            <StateTag of={punishmentStates} state={row.state} />
            {row.dueOn ? <span>{t('期限到 {{date}}，还有 {{n}} 天', { date: formatDate(row.dueOn), n: row.daysLeft ?? 0 })}</span> : null}
          </Row>
          {row.decidedOn ? null : <Considered id={id} />}
          <RecordDetail of={punishment} id={id} sections={SECTIONS} />
          {mayDeliveries ? (
            <EntityTable<typeof documentDelivery>
              of={documentDelivery}
              isPart
              title={t('送达')}
              where={{ punishmentId: id }}
              columns={[
                { key: 'documentKind', align: 'left' },
                { key: 'method', width: 100 },
                { key: 'attemptedOn', width: 110 },
                { key: 'result', width: 100 },
                { key: 'effectiveOn', width: 110 },
              ]}
              facts={['method', 'attemptedOn', 'result']}
            />
          ) : null}
        </Stack>
      ) : (
        <Loading of={read} lines={10} />
      )}
    </Panel>
  )
}
