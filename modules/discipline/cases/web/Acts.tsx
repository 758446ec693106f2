import { schoolDate } from '#model/school-time.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { FormValues, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { allows } from '#web/records/abilities.ts'
import type { Shown } from '#web/records/columns.ts'
import { answerDefence, dismissPunishment, issueNotice, proposePunishment, recordDefence, recordDelivery, submitPunishment } from '../model/actions.ts'
import { punishment, punishmentStates } from '../model/punishment.ts'

const CHANGES = ['punishment', 'todo', 'processInstance'] as const
type Verb = 'propose' | 'dismiss' | 'issueNotice' | 'recordDefence' | 'answerDefence' | 'submit'
const layoutOf = ({ caseId, measure }: Shown<typeof punishment>): LayoutOf<typeof proposePunishment> => [
  'partRole',
  'facts',
  { field: 'materialIds', where: () => ({ caseId }) },
  'aggravating',
  'mitigating',
  ...(measure === 'punishment' ? (['level', 'periodMonths', 'levelReason', 'periodReason'] as const) : []),
]
const isBy =
  (...methods: string[]) =>
  ({ method }: FormValues) =>
    methods.includes(String(method))
/** Each way of delivery asks for what proves it. */
const DELIVERY: LayoutOf<typeof recordDelivery> = [
  'documentKind',
  'method',
  'attemptedOn',
  'result',
  { field: 'receivedOn', when: isBy('mail') },
  { field: 'witnesses', when: isBy('retention') },
  { field: 'trackingNo', when: isBy('mail') },
  { field: 'publicUrl', when: isBy('publicNotice') },
  'proof',
]
/** What can be done about one party now. */
export function Acts({ row }: { row: Shown<typeof punishment> }) {
  const may = (verb: Verb): boolean => punishmentStates.allows(row, verb) && allows(row, verb)
  const { id } = row
  const today = schoolDate(Date.now())
  const document = row.state === 'decided' ? 'decision' : 'notice'
  return (
    <div className="ql-acts">
      {may('dismiss') ? <FormButton of={dismissPunishment} input={{ id }} danger changes={CHANGES} note={t('情节轻微、不予处分的，批评教育后结案。')} /> : null}
      {may('propose') ? (
        <FormButton
          of={proposePunishment}
          input={{ id }}
          size={720}
          changes={CHANGES}
          initial={{ partRole: row.partRole ?? 'other' }}
          layout={layoutOf(row)}
          note={row.noticeServedOn ? t('重新拟处理后，原来的告知作废，须重新告知。') : undefined}
        />
      ) : null}
      {may('issueNotice') && !row.noticeIssuedOn ? (
        <ActionButton of={issueNotice} input={{ id }} type="primary" changes={CHANGES} confirm={t('签发后送达学生，学生有权陈述和申辩。')} />
      ) : null}
      {row.noticeIssuedOn ? <PrintButton of={punishment} template="punishmentNotice" label={t('告知书')} ids={[id]} /> : null}
      {row.documentNo ? <PrintButton of={punishment} template="punishmentDecision" label={t('决定书')} ids={[id]} /> : null}
      {(row.state === 'proposed' && row.noticeIssuedOn) || row.state === 'decided' ? (
        <FormButton
          of={recordDelivery}
          input={{ punishmentId: id }}
          layout={DELIVERY}
          initial={{ documentKind: document, method: 'direct', result: 'done', attemptedOn: today }}
          type="primary"
          size={720}
          changes={CHANGES}
        />
      ) : null}
      {may('recordDefence') ? <FormButton of={recordDefence} input={{ id }} initial={{ on: today }} size={720} changes={CHANGES} /> : null}
      {may('answerDefence') && row.defenceKind !== 'waived' && row.defenceKind !== 'lapsed' && row.defenceKind ? (
        <FormButton of={answerDefence} input={{ id }} size={720} changes={CHANGES} />
      ) : null}
      {may('submit') ? <FormButton of={submitPunishment} input={{ id }} type="primary" changes={CHANGES} note={t('不填处分的，按告知的处分送审。')} /> : null}
    </div>
  )
}
