import { Button } from 'antd'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate } from '#web/values/format.ts'
import type { askDocuments } from '../../model/ask.ts'
import { judgeAiCall } from '../../model/call.ts'
import style from '../ai.module.css'
import { Sent } from '../Sent.tsx'

export type Answer = AnswerOf<typeof askDocuments>
type Passage = NonNullable<Answer['passages'][number]>
const present = <T,>(all: ReadonlyArray<T | null>): T[] => all.flatMap(one => one ?? [])

/** One question with what the documents say. */
export function Turn({ question, answer }: { question: string; answer: Answer }) {
  const passages = present(answer.passages)
  const paragraphs = present(answer.paragraphs)
  const conflicts = present(answer.conflicts)
  const cited = new Set(paragraphs.flatMap(p => present(p.cites)))
  const titleOf = (n: number | null) => {
    const passage = passages.find(p => p.no === n)
    return passage ? t('《{{title}}》（{{date}}）', { title: passage.title, date: formatDate(passage.at) }) : ''
  }
  return (
    <Sheet as="article" title={question}>
      {answer.isFound ? null : <p>{t('学校的文件里没有找到')}</p>}
      {answer.why ? <p className="ql-quiet">{answer.why}</p> : null}
      {paragraphs.length ? (
        <div className={style.answer}>
          <small>{answer.label ? t(answer.label) : null}</small>
          {paragraphs.map(paragraph => (
            <p key={paragraph.text}>
              {paragraph.text}
              {present(paragraph.cites).map(n => (
                <Mark key={n} of={passages.find(p => p.no === n)} />
              ))}
            </p>
          ))}
          {conflicts.map(({ cites }) => (
            <p key={cites.join()} className={style.conflict}>
              {t('这几份文件说法不一，请向发文部门核实：{{titles}}', { titles: cites.map(titleOf).join(t('、')) })}
            </p>
          ))}
        </div>
      ) : null}
      {answer.callId && answer.isFound && !paragraphs.length ? <p>{t('找到的原文没有直接回答这个问题')}</p> : null}
      {answer.office ? <p>{t('可以问：{{office}}', { office: answer.office })}</p> : null}
      <Sources of={paragraphs.length ? passages.filter(p => cited.has(p.no)) : passages} />
      {paragraphs.length ? <Rest of={passages.filter(p => !cited.has(p.no))} /> : null}
      <Sent of={answer.sent} />
      {answer.callId && paragraphs.length ? <Helpful id={answer.callId} /> : null}
    </Sheet>
  )
}
/** The number of a source, which opens it beside the answer. */
const Mark = ({ of }: { of: Passage | undefined }) =>
  of ? (
    <sup>
      <a href={of.link} target="_blank" rel="noopener" aria-label={t('出处 {{no}}：{{title}}', { no: of.no, title: of.title })}>
        {`[${of.no}]`}
      </a>
    </sup>
  ) : null
const Sources = ({ of }: { of: readonly Passage[] }) =>
  of.length ? (
    <ol className={style.sources}>
      {of.map(passage => (
        <li key={passage.no}>
          <a href={passage.link} target="_blank" rel="noopener">{`[${passage.no}] ${passage.title}`}</a>
          <small>{[passage.kind, passage.department, formatDate(passage.at)].filter(Boolean).join(' · ')}</small>
          <p>{passage.text}</p>
        </li>
      ))}
    </ol>
  ) : null
const Rest = ({ of }: { of: readonly Passage[] }) =>
  of.length ? (
    <details className={style.sent}>
      <summary>{t('另外找到 {{n}} 处', { n: of.length })}</summary>
      <Sources of={of} />
    </details>
  ) : null
function Helpful({ id }: { id: string }) {
  const judge = useAct(judgeAiCall, { done: false })
  if (judge.isSuccess) return <p className="ql-quiet">{t('谢谢，已经记下')}</p>
  return (
    <Row>
      <span className="ql-quiet">{t('有帮助吗')}</span>
      <Button size="small" icon={<ThumbsUp size={14} />} disabled={judge.isPending} onClick={() => judge.mutate({ id, accepted: true })}>
        {t('有帮助')}
      </Button>
      <Button size="small" icon={<ThumbsDown size={14} />} disabled={judge.isPending} onClick={() => judge.mutate({ id, accepted: false })}>
        {t('没帮助')}
      </Button>
    </Row>
  )
}
