import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ApproverSource } from '#flow/index.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { failureText, post } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { processDef } from '../../model/process.ts'
import { previewSource } from '../../model/process-design.ts'

const SHOWN = 5
/** Sources that need an actual case are not previewed. */
const isSettled = (source: ApproverSource): boolean => {
  if (source.by === 'people') return source.userIds.length > 0
  if (source.by === 'position') return source.position !== ''
  if (source.by === 'role') return source.role !== ''
  return source.by === 'relation' || source.by === 'head'
}
/** People found in each college, empty ones first. */
export function SourcePreview({ source }: { source: ApproverSource }) {
  const [isAll, setAll] = useState(false)
  const asked = useQuery({
    queryKey: [...entityKey(processDef), 'previewSource', language(), source],
    queryFn: ({ signal }) => post<AnswerOf<typeof previewSource>>(actionAddress(previewSource), { source }, { signal, quiet: true }),
    enabled: isSettled(source),
    meta: { inPlace: true },
    staleTime: 30_000,
    retry: false,
  })
  if (!isSettled(source)) return null
  if (asked.error) return <p className="flow-preview ql-quiet">{failureText(asked.error)}</p>
  if (!asked.data)
    return (
      <div className="flow-preview">
        <Bars lines={3} />
      </div>
    )
  const lines = asked.data.lines.toSorted((a, b) => Number(b.isMissing) - Number(a.isMissing))
  const { total, missing } = asked.data
  return (
    <div className="flow-preview">
      <p className={missing ? 'flow-preview-sum is-missing' : 'flow-preview-sum'}>
        {missing ? <TriangleAlert size={15} /> : <CircleCheck size={15} />}
        {missing ? t('{{total}} 个单位中有 {{missing}} 个找不到人', { total, missing }) : t('{{total}} 个单位都找得到人', { total })}
      </p>
      <ul>
        {(isAll ? lines : lines.slice(0, SHOWN)).map(line => (
          <li key={line.place} className={line.isMissing ? 'is-missing' : ''}>
            <span>{line.place}</span>
            <span>{line.isMissing ? t('没有人') : line.people}</span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN ? (
        <Button type="link" size="small" onClick={() => setAll(!isAll)}>
          {isAll ? t('收起') : t('全部 {{n}} 个单位', { n: lines.length })}
        </Button>
      ) : null}
    </div>
  )
}
