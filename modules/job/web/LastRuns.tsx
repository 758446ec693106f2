import { useQuery } from '@tanstack/react-query'
import { StateTag } from '#web/feedback/State.tsx'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { jobLog, runStates } from '../model/job.ts'
import style from './job.module.css'

type Line = Shown<typeof jobLog>

/** The last runs of one job. */
export function LastRuns({ jobId }: { jobId: string }) {
  const mayRead = useCan('job:jobLog:list')
  const { data } = useQuery({
    queryKey: [...entityKey(jobLog), 'of', language(), jobId],
    queryFn: ({ signal }) => get<PageOf<Line>>(address(jobLog, 'list'), { jobId, size: 8, sort: '-startedAt' }, { signal, quiet: true }),
    enabled: mayRead,
  })
  if (!data?.result.length) return <p className="ql-quiet">{t('还没有运行过')}</p>
  return (
    <ul className={style.runs}>
      {data.result.map(line => (
        <li key={line.id}>
          <span>{formatDatetime(line.startedAt)}</span>
          <StateTag of={runStates} state={line.state} />
          <span>{line.affected === null ? MISSING : t('{{n}} 条', { n: formatNumber(line.affected) })}</span>
          <small>{line.message ?? ''}</small>
        </li>
      ))}
    </ul>
  )
}
