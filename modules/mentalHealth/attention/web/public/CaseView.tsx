import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { formatDate, formatDatetime, MISSING } from '#web/values/format.ts'
import { confirmMild, confirmSevere, dismissCase, followUp, openCase, raiseCase, reviewCase, shareCard, shareCase, withholdGuardian } from '../../model/actions.ts'
import { caseStates, FOLLOW_UP_WAYS, isSevere, LEVEL_TONES, LEVELS, REVIEWS } from '../../model/attention-case.ts'
import { NOTICE_STEPS } from '../../model/attention-notice.ts'
import { CallSheet } from './CallSheet.tsx'

type Case = AnswerOf<typeof openCase>
/** A case as far as the reader's layer goes; what has no words is left out. */
export function CaseView({ of, onDone }: { of: Case /** None: the reader may read, and decides nothing. */; onDone?: () => void }) {
  const words = (
    [
      ['注意什么', of.watchFor],
      ['约定的做法', of.agreedActions],
      ['行动提示', of.actionCard],
      ['评估', of.assessment],
      ['就医材料摘录', of.hospitalRecords],
      ['暂不告知家长的理由', of.guardianWhyNot],
    ] as const
  ).filter(([, said]) => said)
  return (
    <Stack>
      <Row>
        <State tone={LEVEL_TONES[of.level]}>{t(LEVELS[of.level])}</State>
        <StateTag of={caseStates} state={of.state} />
        {of.isOverdue ? <State tone="refused">{t('已逾期')}</State> : null}
      </Row>
      <p className="ql-quiet">{t('负责人：{{owner}}；后备：{{backup}}', { owner: of.owner ?? MISSING, backup: of.backup ?? MISSING })}</p>
      <p className="ql-quiet">{t('紧急联系人：{{name}} {{phone}}', { name: of.contactName ?? MISSING, phone: of.contactPhone ?? '' })}</p>
      {of.review ? <p className="ql-quiet">{t('有一方已复核：{{review}}，等另一方', { review: t(REVIEWS[of.review]) })}</p> : null}
      {of.dueAt ? <p className={of.isOverdue ? undefined : 'ql-quiet'}>{t('最迟 {{at}} 前跟进', { at: formatDatetime(of.dueAt) })}</p> : null}
      {of.guardianDueAt ? <p>{t('最迟 {{at}} 前告知家长', { at: formatDatetime(of.guardianDueAt) })}</p> : null}
      {of.guardianAt ? <p className="ql-quiet">{t('{{at}} 已告知家长', { at: formatDatetime(of.guardianAt) })}</p> : null}
      {onDone ? <Acts of={of} onDone={onDone} /> : null}
      {onDone && of.layer === 2 ? <Previews of={of} /> : null}
      {words.map(([title, said]) => (
        <Sheet key={title} title={t(title)}>
          <p>{said}</p>
        </Sheet>
      ))}
      <Sheet title={t('跟进记录')}>
        {of.followUps.length ? (
          <Timeline
            label={t('跟进记录')}
            events={of.followUps.flatMap(f =>
              f ? [{ key: f.id, at: formatDatetime(f.at), what: `${t(FOLLOW_UP_WAYS[f.way])} · ${f.by ?? MISSING}`, more: f.content ?? undefined }] : [],
            )}
          />
        ) : (
          <p className="ql-quiet">{of.nextFollowUpOn ? t('还没有跟进，最迟 {{day}}', { day: formatDate(of.nextFollowUpOn) }) : t('还没有跟进')}</p>
        )}
      </Sheet>
      {of.calls.map(call =>
        call ? (
          <Sheet key={call.id} title={t('紧急呼叫')}>
            <CallSheet of={call} />
          </Sheet>
        ) : null,
      )}
      {of.notices.length ? (
        <Sheet title={t('逾期提醒')}>
          <Timeline
            label={t('逾期提醒')}
            events={of.notices.flatMap(n => (n ? [{ key: n.id, at: formatDatetime(n.at), what: `${t(NOTICE_STEPS[n.step])} · ${n.name ?? t('没有找到人')}` }] : []))}
          />
        </Sheet>
      ) : null}
      {of.team.length ? <ListSheet of={openCase.output.team} rows={of.team.flatMap(m => m ?? [])} columns={['name', 'layer', 'to']} /> : null}
    </Stack>
  )
}
/** What those with a smaller part in it are shown, to be looked at before sharing. */
function Previews({ of: { id, actionCard } }: { of: Case }) {
  const [seen, setSeen] = useState<Case | 'card'>()
  return (
    <>
      <Row>
        <PlacedButton onClick={() => setSeen(seen === 'card' ? undefined : 'card')}>{t('预览宿管和班主任看到的')}</PlacedButton>
        <ActionButton of={openCase} input={{ id, asMl1: true }} done={false} onDone={setSeen}>
          {t('预览辅导员和学院看到的')}
        </ActionButton>
      </Row>
      {seen === 'card' ? (
        <Sheet title={t('宿管和班主任看到的')}>
          <p>{actionCard ?? t('没有写行动提示，他们什么都看不到')}</p>
        </Sheet>
      ) : null}
      {seen && seen !== 'card' ? (
        <Sheet title={t('辅导员和学院看到的')}>
          <Stack>
            <p className="ql-help">{t('跟进记录各人只看到自己登记的。')}</p>
            <CaseView of={seen} />
          </Stack>
        </Sheet>
      ) : null}
    </>
  )
}
function Acts({ of: { id, level, state, layer, isBegun, guardianDueAt }, onDone }: { of: Case; onDone: () => void }) {
  const shared = { input: { id }, onDone }
  if (caseStates.allows({ state }, 'dismiss'))
    return (
      <Row>
        {isSevere(level) ? <FormButton of={confirmSevere} {...shared} type="primary" /> : <FormButton of={confirmMild} {...shared} type="primary" />}
        {isBegun ? <FormButton of={followUp} {...shared} /> : <FormButton of={dismissCase} {...shared} danger />}
      </Row>
    )
  if (!caseStates.allows({ state }, 'followUp')) return null
  return (
    <Row>
      <FormButton of={followUp} {...shared} type="primary" />
      <FormButton of={raiseCase} {...shared} />
      {guardianDueAt ? <FormButton of={withholdGuardian} {...shared} /> : null}
      {caseStates.allows({ state }, 'review') ? (
        <>
          <FormButton of={reviewCase} {...shared} />
          <FormButton of={shareCard} {...shared} />
          {layer === 2 ? <FormButton of={shareCase} {...shared} /> : null}
        </>
      ) : null}
    </Row>
  )
}
