import { Button, Input } from 'antd'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { QueryAidProps } from '#modules/query/web/public/QueryAids.tsx'
import { getAiConfig } from '#modules/system/model/params.ts'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { filterBySentence, MOST_SENTENCE } from '../../model/filter.ts'
import { Sent } from '../Sent.tsx'

/** 60-AI7: conditions of one sentence. They are put where they can be changed, and run by whoever asked. */
export default function QueryAid(props: QueryAidProps) {
  const { data } = useRead(getAiConfig, {})
  return data?.isEnabled && data.features.includes('nlFilter') ? <Sentence key={props.subject} {...props} /> : null
}
function Sentence({ subject, onTake }: QueryAidProps) {
  const [sentence, setSentence] = useState('')
  const asked = useAct(filterBySentence, { done: false, onDone: ({ where }) => where && onTake(where) })
  const ask = () => {
    if (sentence.trim() && !asked.isPending) asked.mutate({ subject, sentence: sentence.trim() })
  }
  const answer = asked.error ? undefined : asked.data
  return (
    <Stack gap={2}>
      <LabelledInput label={t('用一句话说想查什么')} help={t('AI 只看到这句话和字段的名称，看不到数据；条件写好后由你运行，只查得到你数据范围里的人。')}>
        {id => (
          <Row>
            <Input
              id={id}
              value={sentence}
              maxLength={MOST_SENTENCE}
              placeholder={t('例如：大二的住校男生')}
              onChange={event => setSentence(event.target.value)}
              onPressEnter={ask}
            />
            <Button icon={<Sparkles size={14} />} loading={asked.isPending} disabled={!sentence.trim()} onClick={ask}>
              {t('写成条件')}
            </Button>
          </Row>
        )}
      </LabelledInput>
      {asked.error ? <Refused what={t('没有写成条件')} error={asked.error} /> : null}
      {answer ? (
        <div aria-live="polite">
          <small>{t('条件{{label}}，请先看一遍再运行。', { label: t(answer.label) })}</small>
          <Sent of={answer.sent} />
        </div>
      ) : null}
    </Stack>
  )
}
