import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { agreeReferral, myReferrals, referralStates, refuseReferral } from '../model/referral.ts'

const WORDS = {
  asked: '老师想请心理老师和你聊聊。去不去由你决定，不愿意也不会有任何影响。',
  sent: '你愿意去聊聊，心理中心会联系你。',
  accepted: '心理老师已经接到，会和你约时间。',
  offered: '心理老师和你约了时间，见下面的预约。',
  done: '这件事已经办好。需要时可以随时自己预约。',
  declined: '心理中心这次没有安排。需要时可以随时自己预约。',
  unwanted: '你说了暂时不用。需要时可以随时自己预约。',
  withdrawn: '老师收回了这项建议。需要时可以随时自己预约。',
} as const
/** What a counsellor has suggested to the student, in words. */
export function OwnReferrals() {
  const read = useRead(myReferrals, {})
  return read.data?.map(row => (
    <Sheet key={row.id} title={t('{{name}}老师的建议', { name: row.by })} actions={<StateTag of={referralStates} state={row.state} />}>
      <p>{t(WORDS[row.state])}</p>
      {row.state === 'asked' ? <p className="ql-help">{t('愿意去的话，老师写的情况会送到心理中心；老师只会知道进展，不会知道你们谈了什么。')}</p> : null}
      <Row spread="between">
        <span className="ql-quiet">{formatDatetime(row.at)}</span>
        {row.state === 'asked' ? (
          <Row>
            <ActionButton of={refuseReferral} input={{ id: row.id }} confirm={t('老师会知道你暂时不用。以后改变主意，可以随时自己预约。')} />
            <ActionButton of={agreeReferral} input={{ id: row.id }} type="primary" />
          </Row>
        ) : null}
      </Row>
    </Sheet>
  ))
}
