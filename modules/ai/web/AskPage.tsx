import { Button, Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { useStreamed } from '#web/forms/useStreamed.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { askDocuments, askState, MOST_QUESTION } from '../model/ask.ts'
import { AI_LABEL } from '../model/rules.ts'
import style from './ai.module.css'
import { type Answer, Turn } from './ask/Turn.tsx'

interface Asked {
  no: number
  question: string
  answer: Answer
}
/** 问一问: the school's own documents, asked in a sentence. What was asked is kept on this page only. */
export default function AskPage() {
  const state = useRead(askState, {})
  return (
    <Page title={t('问一问')} width="text">
      <Loaded of={state} empty={data => data.kinds.length === 0 && t('学校还没有可以查的文件')}>
        {data => <Asking isOn={data.isOn} left={data.left} limit={data.limit} kinds={data.kinds.flatMap(kind => kind ?? [])} />}
      </Loaded>
    </Page>
  )
}
interface AskingProps {
  isOn: boolean
  left: number
  limit: number
  kinds: readonly string[]
}
function Asking({ isOn, left, limit, kinds }: AskingProps) {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const [question, setQuestion] = useState('')
  const act = useStreamed(askDocuments)
  const ask = () => {
    if (!question.trim() || act.isPending) return
    act.ask({ question: question.trim() }, answer => {
      setAsked(before => [{ no: before.length, question: question.trim(), answer }, ...before])
      setQuestion('')
    })
  }
  return (
    <Stack>
      <Sheet as="div">
        <LabelledInput label={t('想问什么')} help={t('查的是你能看到的{{kinds}}。', { kinds: kinds.join(t('、')) })}>
          {id => (
            <Input.TextArea
              id={id}
              value={question}
              maxLength={MOST_QUESTION}
              autoSize={{ minRows: 2, maxRows: 8 }}
              placeholder={t('例如：第四周以后还能换宿舍吗')}
              onChange={event => setQuestion(event.target.value)}
              onPressEnter={event => {
                if (event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                ask()
              }}
            />
          )}
        </LabelledInput>
        <Row spread="between">
          <small className="ql-quiet">{quotaText(isOn, left, limit)}</small>
          <Row>
            {act.isPending ? <Button onClick={act.stop}>{t('停止')}</Button> : null}
            <Button type="primary" icon={<Search size={16} />} loading={act.isPending} disabled={!question.trim()} onClick={ask}>
              {t('问')}
            </Button>
          </Row>
        </Row>
        {act.error ? <Refused what={t('没有问成')} error={act.error} /> : null}
      </Sheet>
      <div aria-live="polite" aria-busy={act.isPending}>
        <Stack>
          {act.text && !act.answer ? (
            <Sheet as="div">
              <div className={style.answer}>
                <small>{t(AI_LABEL)}</small>
                {act.text.split('\n').map(paragraph => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {act.isPending ? null : <small>{t('已停止，后面的没有写完')}</small>}
              </div>
            </Sheet>
          ) : null}
          {asked.map(({ no, ...one }) => (
            <Turn key={no} {...one} />
          ))}
        </Stack>
      </div>
      {asked.length || act.isPending ? null : <Empty title={t('还没有问过')}>{t('问题和回答都不保存，离开这一页就没有了。')}</Empty>}
    </Stack>
  )
}
function quotaText(isOn: boolean, left: number, limit: number): string {
  if (!isOn) return t('只查文件，列出说到它的原文。')
  return left ? t('今天还能请 AI 回答 {{n}} 次', { n: left }) : t('今天的 {{n}} 次 AI 回答用完了，还可以查文件', { n: limit })
}
export const about: PageFile['about'] = () => ({
  use: t('用一句话问学校的通知、公告、办事指南和常见问题，看到原文和出处。'),
  who: t('所有登录的人，各自只查到自己能看的文件。'),
  first: t('写下问题，点“问”；点出处打开原文。'),
})
