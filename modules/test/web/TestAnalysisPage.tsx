import { Button } from 'antd'
import { useState } from 'react'
import { PreviewPanel } from '#modules/campus/web/public/PreviewPanel.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { correctQuestion, LEVELS, previewCorrection, readAnalysis, readChoices, VERDICTS } from '../model/analysis-actions.ts'
import { WAYS } from '../model/correction.ts'
import { QUESTION_TYPES } from '../model/question.ts'
import style from './sit/sit.module.css'

type Analysis = AnswerOf<typeof readAnalysis>
type Item = NonNullable<Analysis['items'][number]>
/** 在线测试 → 试题分析: how the questions of a test did, and what is done about a wrong one. */
export default function TestAnalysisPage() {
  return (
    <ChosenRowPage title={t('试题分析')} back="/test/schedules" of="testSchedule" label={t('考试')} placeholder={t('选择考试')} none={t('先选择一场考试')}>
      {id => <Items id={id} />}
    </ChosenRowPage>
  )
}
const figure = (n: number | null): string => (n === null ? '—' : n.toFixed(2))
function Items({ id }: { id: string }) {
  const [shown, setShown] = useState<Item>()
  const read = useRead(readAnalysis, { id }, { keeps: true })
  return (
    <Loaded of={read} empty={data => data.attempts === 0 && t('还没有阅完的答卷')}>
      {data => (
        <>
          <Figures label={t('整场考试')}>
            <Figure label={t('作答人次')} value={data.attempts} />
            <Figure label={t('平均分')} value={data.mean ?? '—'} />
            <Figure label={t('合格率')} value={data.passRate === null ? '—' : `${Math.round(data.passRate * 1000) / 10}%`} />
            <Figure label={t('信度 α')} value={figure(data.alpha)} />
          </Figures>
          <p className="ql-help">{t('作答满 {{n}} 人次的题才有难度和区分度，最需要看的排在前面；人人同一份试卷才有信度。', { n: data.from })}</p>
          <PlainTable
            label={t('试题')}
            rows={data.items}
            keyOf={one => one.questionId}
            isCardsOnPhone
            columns={[
              [t('题号'), one => one.no],
              [
                t('题干'),
                one => (
                  <Button type="link" onClick={() => setShown(one)}>
                    {one.stem.slice(0, 40)}
                  </Button>
                ),
                { isHead: true },
              ],
              [t('题型'), one => t(QUESTION_TYPES[one.type])],
              [t('作答人次'), one => one.n, { isNumber: true }],
              [t('难度 P'), one => figure(one.p), { isNumber: true }],
              [t('区分度 D'), one => figure(one.d), { isNumber: true }],
              [t('点二列相关'), one => figure(one.r), { isNumber: true }],
              [
                t('评价'),
                one => (
                  <Row gap={2}>
                    {one.verdict ? <State tone={VERDICTS[one.verdict].tone}>{t(VERDICTS[one.verdict].label)}</State> : '—'}
                    {one.level ? <State tone="over">{t(LEVELS[one.level])}</State> : null}
                    {one.correctedAs ? <State tone="over">{t(WAYS[one.correctedAs])}</State> : null}
                  </Row>
                ),
              ],
            ]}
          />
          {shown ? <Question key={shown.questionId} id={id} of={shown} onClose={() => setShown(undefined)} /> : null}
        </>
      )}
    </Loaded>
  )
}
function Question({ id, of, onClose }: { id: string; of: Item; onClose: () => void }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const mayCorrect = useCan(correctQuestion.permission)
  const read = useRead(readChoices, { id, questionId: of.questionId })
  const key = read.data?.key ?? undefined
  return (
    <>
      <Panel
        open
        size={720}
        title={t('试题 {{no}}', { no: of.no })}
        onClose={onClose}
        footer={
          mayCorrect ? (
            <div className="ql-acts">
              <Button onClick={() => setCorrecting(true)}>{t('更正试题')}</Button>
            </div>
          ) : null
        }
      >
        <Loaded of={read}>
          {data => (
            <>
              <p className={style.stem}>{data.stem}</p>
              {data.key ? <p>{t('答案：{{what}}', { what: of.type === 'judge' ? t(data.key) : data.key })}</p> : null}
              {data.options.length ? (
                <PlainTable
                  label={t('选项分布')}
                  caption={t('高分组、中间组、低分组各占三分之一')}
                  rows={data.options}
                  keyOf={one => one.letter}
                  columns={[
                    [t('选项'), one => `${one.letter}. ${of.type === 'judge' ? t(one.text) : one.text}`, { isHead: true }],
                    [t('正确'), one => (one.isRight ? '✓' : ''), { key: 'right' }],
                    [t('高分组'), one => one.upper, { isNumber: true }],
                    [t('中间组'), one => one.middle, { isNumber: true }],
                    [t('低分组'), one => one.lower, { isNumber: true }],
                  ]}
                />
              ) : (
                <p className="ql-quiet">{t('这种题型没有选项分布')}</p>
              )}
            </>
          )}
        </Loaded>
      </Panel>
      {isCorrecting ? (
        <PreviewPanel
          title={t('更正试题 {{no}}', { no: of.no })}
          preview={previewCorrection}
          of={correctQuestion}
          layout={['way', { field: 'answer', when: values => values.way === 'key' }, 'reason']}
          initial={{ way: read.data?.hasKey ? 'key' : 'full', answer: key }}
          input={{ id, questionId: of.questionId }}
          note={<p className="ql-help">{t('答过这道题的人全部重新算分，成绩有变的会收到通知。合格后已经给的学时和证书不收回。不计的题，分值按比例分给其他题。')}</p>}
          show={found => <Consequences of={found} />}
          verb={found => (found.people ? t('更正，{{n}} 人成绩有变', { n: found.gain + found.lose }) : undefined)}
          onClose={() => setCorrecting(false)}
        />
      ) : null}
    </>
  )
}
function Consequences({ of: found }: { of: AnswerOf<typeof previewCorrection> }) {
  return (
    <>
      <Figures label={t('更正以后')}>
        <Figure label={t('加分')} value={found.gain} />
        <Figure label={t('减分')} value={found.lose} />
        <Figure label={t('变为合格')} value={found.nowPassed} />
        <Figure label={t('变为不合格')} value={found.nowFailed} />
      </Figures>
      <PlainTable
        label={t('成绩有变的人')}
        rows={found.changed.flatMap((one, at) => (one ? [{ ...one, at }] : []))}
        keyOf={one => one.at}
        isLong
        empty={t('没有人的成绩会变')}
        columns={[
          [t('姓名'), one => one.name, { isHead: true }],
          [t('原来'), one => one.from ?? '—', { isNumber: true }],
          [t('更正后'), one => one.to ?? '—', { isNumber: true }],
          [t('合格'), one => (one.wasPassed === one.isPassed ? '' : one.isPassed ? t('变为合格') : t('变为不合格'))],
        ]}
      />
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看一场考试里哪些题太难、太容易、分不出高低，更正出错的题。'),
  who: t('看得到这场考试安排的人。'),
  first: t('先选考试，再点一道题看各选项谁选了；题有错就更正，先预览谁加分、谁减分。'),
})
