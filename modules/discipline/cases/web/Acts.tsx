import { schoolDate } from '#model/school-time.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { allows } from '#web/records/abilities.ts'
import type { Shown } from '#web/records/columns.ts'
import { useSession } from '#web/session/useCan.ts'
import { answerDefence, dismissPunishment, issueNotice, proposePunishment, recordDefence, submitPunishment } from '../model/actions.ts'
import { punishment, punishmentStates } from '../model/punishment.ts'
import { DeliveryButton } from './public/DeliveryButton.tsx'

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
/** Tables of the dossier: who may not read one of them does not print it. */
const IN_DOSSIER = ['documentDelivery', 'appeal', 'observationReport', 'punishmentLift'] as const
/** The document that waits for its service; a service by public notice that does not count yet may be overtaken. */
function documentOf({ state, noticeIssuedOn, servedOn }: Shown<typeof punishment>, today: string): 'notice' | 'decision' | null {
  if (state === 'proposed') return noticeIssuedOn ? 'notice' : null
  return state === 'decided' || (state === 'served' && (servedOn ?? '') > today) ? 'decision' : null
}
/** What can be done about one party now. */
export function Acts({ row }: { row: Shown<typeof punishment> }) {
  const may = (verb: Verb): boolean => punishmentStates.allows(row, verb) && allows(row, verb)
  const { can } = useSession()
  const { id } = row
  const today = schoolDate(Date.now())
  const document = documentOf(row, today)
  const mayReadAll = IN_DOSSIER.every(name => can(`discipline:${name}:list`))
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
      {row.documentNo && row.measure === 'punishment' ? <PrintButton of={punishment} template="punishmentBulletin" label={t('处分通报')} ids={[id]} /> : null}
      {mayReadAll && row.state !== 'investigating' ? <PrintButton of={punishment} template="punishmentDossier" label={t('处分卷')} ids={[id]} /> : null}
      {document ? <DeliveryButton punishmentId={id} document={document} type="primary" /> : null}
      {may('recordDefence') ? <FormButton of={recordDefence} input={{ id }} initial={{ on: today }} size={720} changes={CHANGES} /> : null}
      {may('answerDefence') && row.defenceKind !== 'waived' && row.defenceKind !== 'lapsed' && row.defenceKind ? (
        <FormButton of={answerDefence} input={{ id }} size={720} changes={CHANGES} />
      ) : null}
      {may('submit') ? <FormButton of={submitPunishment} input={{ id }} type="primary" changes={CHANGES} note={t('不填处分的，按告知的处分送审。')} /> : null}
    </div>
  )
}
