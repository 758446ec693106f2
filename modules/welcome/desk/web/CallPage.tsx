import { Loaded } from '#web/feedback/Loaded.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { addCall, callCard } from '../model/actions.ts'
import { CALL_RESULTS } from '../model/call.ts'

/** 迎新 → 未到联系: who has not arrived, and what they said on the phone. */
export default function CallPage() {
  return (
    <EntityTable<typeof welcomeMember>
      of={welcomeMember}
      title={t('未到联系')}
      where={{ 'arrivedAt.isNull': true }}
      defaultSort={['createdAt']}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'place', width: 260, align: 'left' },
        { key: 'progress', width: 90 },
        { key: 'next', width: 180, align: 'left' },
        { key: 'batchId', hidden: true },
      ]}
      facts={['place']}
      filters={['batchId', 'studentId.departmentId', 'studentId.majorId', 'studentId.classId']}
      detail={{ except: ['next', 'arrivedAt'], extra: row => <CallCard id={row.id} /> }}
    />
  )
}
function CallCard({ id }: { id: string }) {
  const read = useRead(callCard, { id })
  return (
    <Loaded of={read}>
      {of => (
        <Stack gap={3}>
          <h2>{t('电话联系')}</h2>
          {of.phone ? <a href={`tel:${of.phone}`}>{t('本人 {{phone}}', { phone: of.phone })}</a> : null}
          {of.emergencyPhone ? <a href={`tel:${of.emergencyPhone}`}>{t('家长 {{phone}}', { phone: of.emergencyPhone })}</a> : null}
          <FormButton of={addCall} input={{ id }} changes={['welcomeCall']} type="primary" />
          <Timeline
            label={t('电话记录')}
            events={of.calls.flatMap((call, n) =>
              call ? [{ key: n, at: formatDatetime(call.at), what: t(CALL_RESULTS[call.result]), more: [call.note, call.by].filter(Boolean).join(' · ') }] : [],
            )}
          />
        </Stack>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('还没有到校的新生，逐个打电话问清楚。'),
  who: t('辅导员和学院联系自己的学生，招生办看全校。'),
  first: t('点一个人看电话，通话后登记结果。'),
})
