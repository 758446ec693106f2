import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { EVIDENCE_KINDS, SAYS } from '../model/evidence.ts'
import type { myPresence } from '../model/own-actions.ts'
import { CONFIDENCES, presenceStates } from '../model/presence-state.ts'

type Found = NonNullable<AnswerOf<typeof myPresence>['found']>
const TONES = { high: 'done', medium: 'going', low: 'attention' } as const

/** A state with what it rests on, as staff and the student read it. */
export function Seen({ of }: { of: Found }) {
  const evidence = of.evidence.flatMap(e => e ?? [])
  const changes = of.changes.flatMap(c => c ?? [])
  return (
    <>
      <Row>
        <StateTag of={presenceStates} state={of.state} />
        <State tone={TONES[of.confidence]}>{t('可信度：{{level}}', { level: t(CONFIDENCES[of.confidence]) })}</State>
        <span className="ql-quiet">{t('{{at}} 起', { at: formatDatetime(of.since) })}</span>
      </Row>
      {of.lesson ? (
        <p className="ql-quiet">
          {t('课表：{{course}}，{{place}}，{{until}} 下课。课表只供参考，不作依据。', {
            course: of.lesson.course,
            place: of.lesson.venue ?? t('地点未定'),
            until: of.lesson.until,
          })}
        </p>
      ) : null}
      <Sheet title={t('依据')}>
        {evidence.length ? (
          <Timeline
            label={t('依据')}
            events={evidence.map((e, key) => ({
              key,
              at: e.until ? t('{{from}} 至 {{to}}', { from: formatDatetime(e.at), to: formatDatetime(e.until) }) : formatDatetime(e.at),
              what: `${t(EVIDENCE_KINDS[e.kind])} · ${t(SAYS[e.says])}`,
              more: [e.place, e.note].filter(Boolean).join(t('，')) || undefined,
              tone: e.says === 'over' ? 'refused' : e.says === 'in' ? 'done' : 'going',
            }))}
          />
        ) : (
          <p className="ql-quiet">{t('近几天没有任何记录')}</p>
        )}
      </Sheet>
      {changes.length ? (
        <Sheet title={t('状态变化')}>
          <Timeline
            label={t('状态变化')}
            events={changes.map((c, key) => ({ key, at: formatDatetime(c.at), what: t(presenceStates.labels[c.state]), more: t('{{at}} 起', { at: formatDatetime(c.since) }) }))}
          />
        </Sheet>
      ) : null}
    </>
  )
}
