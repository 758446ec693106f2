import { Link } from 'react-router'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { type profileBrief, settleHint } from '../../model/profile.ts'
import style from './profile.module.css'
import { dayOf } from './useProfile.ts'

type Brief = AnswerOf<typeof profileBrief>
type Hint = NonNullable<Brief['notable'][number]>
/** 需要关注: reasons to look at this student, with links to their source. Settled ones follow with their note; hidden if there are none. */
export function Worth({ of, id }: { of: Brief | undefined; id: string }) {
  const hints = (of?.notable ?? []).flatMap(n => n ?? [])
  const open = hints.filter(n => !n.settled)
  if (!hints.length && !of?.failed.length) return null
  return (
    <section className={style.worth} aria-label={t('需要关注')} data-settled={open.length ? undefined : ''}>
      <header>
        <b>{t('需要关注')}</b>
        <small>{open.length ? t('{{n}} 条提示', { n: open.length }) : t('均已处理')}</small>
      </header>
      <ul>
        {open.map(n => (
          <Open key={n.hint} hint={n} id={id} />
        ))}
        {hints.map(n =>
          n.settled ? (
            <li key={n.hint}>
              <s>{n.title}</s>
              <small>{t('{{by}} {{time}} 处理：{{note}}', { by: n.settled.by ?? '', time: formatDatetime(n.settled.on), note: n.settled.note })}</small>
            </li>
          ) : null,
        )}
        {of?.failed.length ? <li role="status">{t('暂时取不到：{{parts}}', { parts: of.failed.join(t('、')) })}</li> : null}
      </ul>
    </section>
  )
}
const Open = ({ hint, id }: { hint: Hint; id: string }) => (
  <li>
    <b>{hint.title}</b>
    <small>
      {hint.at ? <span>{formatDate(dayOf(hint.at))}</span> : null}
      {hint.link ? <Link to={hint.link}>{t('查看依据')}</Link> : null}
      <FormButton type="link" of={settleHint} input={{ id, hint: hint.hint }} title={hint.title} note={t('处理后不再提示，直到再次出现；说明对能看到这名学生的老师可见。')} />
    </small>
  </li>
)
