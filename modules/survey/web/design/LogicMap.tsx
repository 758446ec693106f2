import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Scroll } from '#web/feedback/Scroll.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { problemsOf } from '../../model/check-questions.ts'
import { END, numbersOf, type Question } from '../../model/question.ts'
import { rehearse } from '../../model/rehearsal.ts'
import style from './design.module.css'

const LINE = 36
const WIDTH = 720
const LEFT = 160
const RIGHT = 480
const LETTERS = 20
const middle = (i: number): number => i * LINE + LINE / 2
/** Which answers lead where, and what five hundred random walks meet. */
export function LogicMap({ questions }: { questions: readonly Question[] }) {
  if (problemsOf(questions).some(p => p.rule !== 'unreachable' && p.rule !== 'requiredUnseen'))
    return (
      <Sheet>
        <Empty title={t('先改好上面的问题，再看逻辑图')} />
      </Sheet>
    )
  const places = new Map(questions.map((q, i) => [q.key, i]))
  const numbers = numbersOf(questions)
  const { met, unseen, shortest, longest, minutes } = rehearse(questions)
  const arcs = questions.flatMap((q, i) => [
    ...(q.jumps ?? []).map(jump => ({ kind: 'jumps', from: i, to: jump.to === END ? questions.length : (places.get(jump.to) ?? i) })),
    ...(q.showIf ?? []).map(rule => ({ kind: 'shows', from: places.get(rule.question) ?? i, to: i })),
  ])
  return (
    <>
      <Figures label={t('走 500 遍')}>
        <Figure label={t('最少题数')} value={shortest} />
        <Figure label={t('最多题数')} value={longest} />
        <Figure label={t('预计分钟')} value={minutes} />
        <Figure label={t('没有人遇到的题')} value={unseen.length} />
      </Figures>
      <Sheet title={t('逻辑图')} note={t('右边实线是跳题，左边虚线是显示条件；百分比是遇到这题的人')}>
        <Scroll label={t('逻辑图')} className={style.scroll ?? ''}>
          <svg className={style.map} role="img" aria-label={t('逻辑图')} viewBox={`0 0 ${WIDTH} ${(questions.length + 1) * LINE}`} width={WIDTH}>
            {arcs.map(({ kind, from, to }) => {
              const x = kind === 'jumps' ? RIGHT : LEFT
              const bend = Math.min(140, 24 + (to - from) * 12) * (kind === 'jumps' ? 1 : -1)
              return (
                <path key={`${kind}${from}-${to}`} data-kind={kind} d={`M ${x} ${middle(from)} C ${x + bend} ${middle(from)}, ${x + bend} ${middle(to)}, ${x} ${middle(to)}`} />
              )
            })}
            {questions.map((q, i) => (
              <text key={q.key} x={LEFT + 8} y={middle(i) + 5}>
                {`${numbers.get(q.key) ?? '–'}. ${q.title.slice(0, LETTERS)}${met.has(q.key) ? ` ${met.get(q.key)}%` : ''}`}
              </text>
            ))}
            <text x={LEFT + 8} y={middle(questions.length) + 5}>
              {t('结束')}
            </text>
          </svg>
        </Scroll>
      </Sheet>
    </>
  )
}
