import { useQuery } from '@tanstack/react-query'
import { GitPullRequestArrow } from 'lucide-react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State } from '#web/feedback/State.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { notify, post } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { processDef } from '../../model/process.ts'
import { migrateFlow, previewMigration } from '../../model/process-keeping.ts'
import type { Flow } from './types.ts'

const SHOWN = 100
/** Migrates running cases of an old version; shows first which can be moved and why others cannot. */
export function MigrateDialog({ flow, from, onClose }: { flow: Flow; from: number; onClose: () => void }) {
  const input = { defId: flow.id, fromNo: from, toNo: flow.currentVersion }
  const asked = useQuery({
    queryKey: [...entityKey(processDef), 'previewMigration', language(), input],
    queryFn: ({ signal }) => post<AnswerOf<typeof previewMigration>>(actionAddress(previewMigration), input, { signal, quiet: true }),
    meta: { inPlace: true },
    staleTime: 0,
  })
  const rows = asked.data ?? []
  const able = rows.filter(row => !row.refused).length
  const move = useAct(migrateFlow, {
    changes: ['processInstance', 'processTask'],
    done: false,
    onDone: ({ moved }) => {
      notify.success(t('已迁移 {{n}} 件到 v{{no}}', { n: moved, no: flow.currentVersion }))
      onClose()
    },
  })
  return (
    <Dialog
      open
      icon={<GitPullRequestArrow size={19} className="ql-blue" />}
      title={t('把 v{{from}} 上的申请迁移到 v{{to}}', { from, to: flow.currentVersion })}
      width={560}
      {...(able ? { verb: t('迁移 {{n}} 件', { n: able }) } : {})}
      busy={move.isPending}
      onAct={() => move.mutate(input)}
      onClose={onClose}
    >
      <Stack className="flow-publish">
        {asked.error || move.error ? <Refused what={t('没有迁移')} error={asked.error ?? move.error} /> : null}
        {asked.isPending ? <Bars lines={4} /> : null}
        {asked.data ? (
          <>
            <p>
              {rows.length
                ? t('共 {{n}} 件，可迁移 {{able}} 件；不能迁移的仍按 v{{from}} 走完。', { n: rows.length, able, from })
                : t('v{{from}} 上已没有进行中的申请。', { from })}
            </p>
            {rows.length ? (
              <PlainTable
                label={t('申请')}
                rows={rows.slice(0, SHOWN)}
                keyOf={row => row.instanceId}
                columns={[
                  [t('申请'), row => row.title],
                  [t('所在环节'), row => row.at ?? '—'],
                  [t('结果'), row => <State tone={row.refused ? 'attention' : 'done'}>{row.refused || t('可迁移')}</State>],
                ]}
              />
            ) : null}
            {rows.length > SHOWN ? <p className="ql-help">{t('这里只列出前 {{n}} 件。', { n: SHOWN })}</p> : null}
          </>
        ) : null}
      </Stack>
    </Dialog>
  )
}
