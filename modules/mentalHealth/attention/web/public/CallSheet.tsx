import { StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import type { openCase } from '../../model/actions.ts'
import { callStates } from '../../model/attention-call.ts'

type Sheet = NonNullable<AnswerOf<typeof openCase>['calls'][number]>
/** Who is called when, with numbers to dial, and who has taken over. */
export function CallSheet({ of: { state, takenBy, takenAt, nextAt, people } }: { of: Pick<Sheet, 'state' | 'takenBy' | 'takenAt' | 'nextAt' | 'people'> }) {
  return (
    <>
      <Row>
        <StateTag of={callStates} state={state} />
        {takenBy && takenAt ? <span>{t('{{name}} {{at}} 接手', { name: takenBy, at: formatDatetime(takenAt) })}</span> : null}
        {nextAt ? <span className="ql-quiet">{t('{{at}} 还没有人确认，呼叫下一位', { at: formatDatetime(nextAt) })}</span> : null}
        {state === 'calling' && !nextAt ? <span className="ql-quiet">{t('名单上的人都呼叫过了，请打电话')}</span> : null}
      </Row>
      <Timeline
        label={t('呼叫顺序')}
        events={people.flatMap(p =>
          p
            ? [
                {
                  key: p.id,
                  at: p.calledAt ? formatDatetime(p.calledAt) : t('还没有呼叫'),
                  what: p.name,
                  more: p.phone ? <a href={`tel:${p.phone}`}>{p.phone}</a> : t('没有登记手机号'),
                },
              ]
            : [],
        )}
      />
    </>
  )
}
