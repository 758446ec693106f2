import { Button } from 'antd'
import { Sparkles } from 'lucide-react'
import type { TextAidProps } from '#modules/survey/web/public/TextAids.tsx'
import { getAiConfig } from '#modules/system/model/params.ts'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { summariseAnswers } from '../../model/summary.ts'
import style from '../ai.module.css'
import { Sent } from '../Sent.tsx'

/** 60-AI8: what was written, by theme. Offered only where the school has switched it on. */
export default function SurveyTextAid(props: TextAidProps) {
  const { data } = useRead(getAiConfig, {})
  return data?.isEnabled && data.features.includes('summary') ? <Summary key={`${props.surveyId} ${props.question}`} {...props} /> : null
}
function Summary({ surveyId, question }: TextAidProps) {
  const asked = useAct(summariseAnswers, { done: false })
  const answer = asked.data
  return (
    <Stack gap={2}>
      <Row>
        <Button icon={<Sparkles size={14} />} loading={asked.isPending} onClick={() => asked.mutate({ surveyId, question })}>
          {answer ? t('重新归纳') : t('AI 归纳')}
        </Button>
        <small className="ql-quiet">{t('姓名和号码换成记号再发出；带有健康、困难、处分等内容的回答不发出。')}</small>
      </Row>
      {asked.error ? <Refused what={t('没有归纳成功')} error={asked.error} /> : null}
      {answer ? (
        <Sheet title={t('归纳')} note={t(answer.label)}>
          <p className="ql-quiet">{t('共 {{total}} 份回答，归纳了其中 {{used}} 份；份数由系统按每份回答的归类数出。', { total: answer.total, used: answer.used })}</p>
          <ul className={style.sources} aria-live="polite">
            {answer.themes.flatMap(theme =>
              theme ? (
                <li key={theme.name}>
                  <b>{t('{{name}}（{{n}} 份）', { name: theme.name, n: theme.n })}</b>
                  {theme.excerpts.map(excerpt => (
                    <p key={excerpt}>
                      <q>{excerpt}</q>
                    </p>
                  ))}
                </li>
              ) : (
                []
              ),
            )}
          </ul>
          {answer.themes.length ? null : <p>{t('没有可以显示的主题')}</p>}
          {answer.hidden ? <p className="ql-quiet">{t('另有 {{n}} 个主题人数太少，不显示', { n: answer.hidden })}</p> : null}
          <Sent of={answer.sent} />
        </Sheet>
      ) : null}
    </Stack>
  )
}
