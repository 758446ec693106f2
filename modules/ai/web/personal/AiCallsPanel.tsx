import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { aiCall, myAiCalls } from '../../model/call.ts'

export const title = 'AI 调用'
export const order = 80

/** 60-AI12: what the reader has asked of AI, without the texts, which nobody keeps. */
export default function AiCallsPanel() {
  const read = useRead(myAiCalls, {})
  if (!read.data) return <Loading of={read} lines={3} />
  return (
    <PlainTable
      label={t('AI 调用')}
      rows={read.data}
      keyOf={row => row.id}
      isCardsOnPhone
      columns={[
        [t('时间'), row => formatDatetime(row.at)],
        [t('用途'), row => <Value field={aiCall.fields.use} value={row.use} />],
        [t('模型'), row => row.model ?? '—'],
        [t('结果'), row => <Value field={aiCall.fields.result} value={row.result} />],
        [t('替换数'), row => formatNumber(row.replacedCount)],
        [t('词元'), row => formatNumber((row.tokensIn ?? 0) + (row.tokensOut ?? 0))],
      ]}
    />
  )
}
