import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { acceptOffer, applicationStates, declineOffer, postApplying } from '../../model/application.ts'
import { payText } from '../labels.ts'

type Mine = NonNullable<AnswerOf<typeof postApplying.mine>[number]>
const CHANGES = ['postApplication', 'engagement', 'hourEntry', 'workPost']
/** A student's applications; an offer is answered here. */
export function MyApplications() {
  const read = useRead(postApplying.mine, {})
  const rows = (read.data ?? []).flatMap(r => r ?? [])
  const open = rows.filter(r => r.state !== 'accepted')
  if (!open.length) return null
  return (
    <Sheet title={t('我的应聘')}>
      {open.map(r => (
        <One key={r.id} of={r} />
      ))}
    </Sheet>
  )
}
function One({ of }: { of: Mine }) {
  const { id, post, unit, place, state, can } = of
  return (
    <Stack gap={2}>
      <Row spread="between">
        <b>
          {post} · {unit}
        </b>
        <StateTag of={applicationStates} state={state} />
      </Row>
      <span className="ql-quiet">
        {payText(of)} · {place}
        {of.interviewAt ? ` · ${t('面试 {{at}} {{place}}', { at: formatDatetime(of.interviewAt), place: of.interviewPlace ?? '' })}` : ''}
        {of.note ? ` · ${of.note}` : ''}
      </span>
      {state === 'offered' && of.offerUntil ? <b>{t('请在 {{until}} 前答复，过时失效', { until: formatDatetime(of.offerUntil) })}</b> : null}
      <Row>
        {can.includes('accept') ? (
          <ActionButton of={acceptOffer} input={{ id }} type="primary" changes={CHANGES} done={t('已接受')} confirm={t('接受{{unit}}的{{post}}。', { unit, post })} />
        ) : null}
        {can.includes('decline') ? <FormButton of={declineOffer} input={{ id }} danger changes={CHANGES} /> : null}
        {can.includes('withdraw') ? <ActionButton of={postApplying.withdraw} input={{ id }} changes={CHANGES} confirm={t('撤回对{{post}}的应聘。', { post })} /> : null}
      </Row>
    </Stack>
  )
}
