import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { GitCompare } from 'lucide-react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { address, get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import type { HistoryEntry } from '#web/values/history.ts'
import { processDef } from '../../model/process.ts'
import type { Names } from '../public/labels.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { differencesOf } from './differences.ts'
import type { Draft } from './useDraft.ts'

/** One of the two must be chosen: do not close by accident. */
const stay = (): void => undefined

/** Edit conflict: who saved first and when, with the differences; the own draft is still in the editor. */
export function ConflictDialog({ id, draft, names }: { id: string; draft: Draft; names: Names }) {
  const { theirs, design, settle } = draft
  const { data } = useQuery({
    queryKey: ['entity', processDef.name, 'history', id, 'last'],
    queryFn: () => get<HistoryEntry[]>(address(processDef, 'history'), { id }, { quiet: true }),
    meta: { inPlace: true },
    enabled: theirs !== undefined,
    staleTime: 0,
    retry: false,
  })
  if (!theirs) return null
  const last = data?.[0]
  return (
    <Dialog
      open
      icon={<GitCompare size={20} className="ql-blue" />}
      title={t('这个流程刚被别人改过')}
      width={520}
      verb={t('用我的')}
      leave={false}
      onAct={() => settle('mine')}
      onClose={stay}
      extra={
        <Button type="link" onClick={() => settle('theirs')}>
          {t('用别人的，放弃我的')}
        </Button>
      }
    >
      <Stack className="flow-publish">
        <p>
          {last ? t('{{who}} {{time}} 保存了草稿。', { who: last.byName, time: formatDatetime(last.at) }) : t('别人刚刚保存了草稿。')}
          {t('你的修改还在，没有丢。')}
        </p>
        <section aria-label={t('你的与别人的不同')}>
          <h3>{t('你的与别人的不同')}</h3>
          <DifferenceList of={differencesOf(theirs.graph, design.graph, names)} />
        </section>
      </Stack>
    </Dialog>
  )
}
