import { Input, Pagination, Select } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { openTexts } from '../../model/analysis-actions.ts'
import { TextAids } from '../public/TextAids.tsx'
import type { Result } from './Bars.tsx'

const PAGE = 50
/** What was written to one question, unlinked to anything else. */
export function Texts({ id, questions }: { id: string; questions: readonly Result[] }) {
  const [params, , put] = useOwnParams()
  const asked = questions.filter(q => q.type === 'text')
  const question = params.get('question') ?? asked[0]?.key
  const keyword = params.get('find') ?? ''
  const current = Number(params.get('at') ?? 1)
  const read = useRead(openTexts, { id, question: question ?? '', ...(keyword ? { keyword } : {}), current }, { enabled: question !== undefined, keeps: true })
  if (!question) return <Empty title={t('没有填空题')} />
  return (
    <Stack>
      <Row>
        <Select
          aria-label={t('题目')}
          popupMatchSelectWidth={false}
          value={question}
          options={asked.map(q => ({ value: q.key, label: `${q.number}. ${q.title}` }))}
          onChange={next => put({ question: next, at: undefined })}
        />
        <Input.Search aria-label={t('查找')} placeholder={t('查找')} defaultValue={keyword} allowClear onSearch={find => put({ find: find || undefined, at: undefined })} />
      </Row>
      <TextAids surveyId={id} question={question} />
      <Loaded of={read} empty={data => data.texts.length === 0 && t('没有可以显示的文字')}>
        {data => (
          <Sheet title={t('{{n}} 条', { n: data.total })}>
            <ul>
              {data.texts.map((text, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: texts have no identity, on purpose
                <li key={i}>{text}</li>
              ))}
            </ul>
            <Pagination current={current} pageSize={PAGE} total={data.total} hideOnSinglePage showSizeChanger={false} onChange={at => put({ at: String(at) })} />
          </Sheet>
        )}
      </Loaded>
    </Stack>
  )
}
