import { Link } from 'react-router'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { StudentName } from '#modules/student/web/StudentName.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { closeCase, followCase, type ownCards } from '../model/actions.ts'
import { LEVELS } from '../model/score.ts'
import { caseStates } from '../model/warning-case.ts'
import style from './warning.module.css'

type Card = AnswerOf<typeof ownCards>['cards'][number]
const TONES = { urgent: 'refused', look: 'attention', notice: 'waiting' } as const
const FIRST = 3
/** The gravest first; what one does about it is one tap away. */
export function CardList({ cards }: { cards: readonly Card[] }) {
  return (
    <Stack gap={3}>
      <p className="ql-help" role="status">
        {t('共 {{n}} 人，其中紧急 {{urgent}} 人', { n: cards.length, urgent: cards.filter(c => c.level === 'urgent').length })}
      </p>
      <ul className={style.cards}>
        {cards.map(one => (
          <CardItem key={one.id} of={one} />
        ))}
      </ul>
    </Stack>
  )
}
function CardItem({ of }: { of: Card }) {
  const rest = of.parts.length - FIRST
  return (
    <Sheet as="li" label={of.name}>
      <Row spread="between">
        <Row>
          <b>
            <StudentName id={of.studentId}>{of.name}</StudentName>
          </b>
          <small>{of.className}</small>
        </Row>
        <Row>
          <State tone={TONES[of.level]}>
            {t(LEVELS[of.level])} {of.score}
          </State>
          <StateTag of={caseStates} state={of.state} />
        </Row>
      </Row>
      <Reasons of={of.parts.slice(0, FIRST)} />
      {rest > 0 ? (
        <details>
          <summary>{t('还有 {{n}} 条原因', { n: rest })}</summary>
          <Reasons of={of.parts.slice(FIRST)} />
        </details>
      ) : null}
      {of.marks.map(mark => (
        <p key={mark.at} className="ql-help">
          {t('{{name}} {{date}} 标记：{{reason}}', { name: mark.name, date: formatDate(mark.at), reason: mark.reason })}
        </p>
      ))}
      <Row spread="between">
        <small className="ql-quiet">
          {[
            of.ownerName ? t('{{name}}在跟进', { name: of.ownerName }) : '',
            of.state === 'open' && of.dueAt ? t('{{time}} 前处理', { time: formatDatetime(of.dueAt) }) : t('{{date}} 列入', { date: formatDate(of.openedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <Row>
          <CallStudent id={of.studentId} phone={of.phone} />
          {caseStates.allows(of, 'follow') ? <ActionButton of={followCase} input={{ id: of.id }} /> : null}
          <FormButton
            of={closeCase}
            input={{ id: of.id }}
            layout={['outcome', 'note']}
            note={<p className="ql-help">{t('结束以后，同样的原因几天内不会再列入；有新的情况会重新列入。')}</p>}
          />
        </Row>
      </Row>
    </Sheet>
  )
}
function Reasons({ of }: { of: Card['parts'] }) {
  return (
    <ul className={style.reasons}>
      {of.map(part => (
        <li key={`${part.title} ${part.at} ${part.link}`}>
          {part.link ? <Link to={part.link}>{part.title}</Link> : part.title}
          <small>{[formatDate(part.at), part.says, t('计 {{n}} 分', { n: part.points })].filter(Boolean).join(t('，'))}</small>
        </li>
      ))}
    </ul>
  )
}
