import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Input } from 'antd'
import { ChevronDown, Download, Play, Save, Settings2, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { address, get, isRefusal, notify, post, postForm } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { jobsChanged } from '#web/spreadsheets/jobs.ts'
import { entityKey } from '#web/values/address.ts'
import { exportQuery, runQuery, savedQuery } from '../model/query.ts'
import { PREVIEW_ROWS, type Spec } from '../model/spec.ts'
import style from './query.module.css'
import { type Answer, Result } from './Result.tsx'
import type { Subject } from './useSubjects.ts'

const SaveForm = lazily(() => import('./SaveForm.tsx'))
const needsReason = (error: unknown): boolean => isRefusal(error) && error.errors.some(e => e.rule === 'query.savedQuery.reason')
interface AnsweringProps {
  subject: Subject
  spec: Spec
  /** The saved query on screen, if any. */
  query: { id: string; name: string; isMine: boolean } | undefined
  isChanged: boolean
  onOpen: (id: string | undefined) => void
}
/** Actions on a query (run, export, save, settings, delete) and its result. */
export function Answering({ subject, spec, query, isChanged, onOpen }: AnsweringProps) {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<Answer>()
  const [page, setPage] = useState(1)
  /** Running and exporting may ask for a reason. */
  const [opened, open] = useState<'run' | 'export' | 'new' | 'settings' | 'remove'>()
  const close = () => open(undefined)
  const [reason, setReason] = useState('')
  const maySave = useCan('query:savedQuery:add')
  const body = { subject: subject.code, spec, queryId: query?.id ?? null, reason: reason.trim() || null }
  const run = useAct(runQuery, { done: false, onDone: setAnswer })
  const send = useAct(exportQuery, {
    done: t('正在生成表格，完成后在右上角下载'),
    onDone: () => jobsChanged(),
  })
  const start = (at: number) => {
    setPage(at)
    run.mutate({ ...body, current: at, size: PREVIEW_ROWS }, { onError: error => needsReason(error) && open('run') })
  }
  const order = () => send.mutate({ ...body, name: query?.name ?? null }, { onError: error => needsReason(error) && open('export') })
  const save = useMutation({
    mutationFn: async (id: string) => {
      const { version } = await get<{ version: number }>(address(savedQuery, 'getOne'), { id }, { quiet: true })
      return post(address(savedQuery, 'update'), { id, version, spec })
    },
    onSuccess: () => {
      notify.success(t('已保存'))
      void client.invalidateQueries({ queryKey: entityKey(savedQuery) })
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => postForm(address(savedQuery, 'remove'), { ids: id }),
    onSuccess: () => {
      close()
      void client.invalidateQueries({ queryKey: entityKey(savedQuery) })
      onOpen(undefined)
    },
  })
  const failure = [run.error, send.error].find(error => error && !needsReason(error))
  return (
    <>
      <div className={style.acts}>
        <Button type="primary" icon={<Play size={16} strokeWidth={1.75} />} loading={run.isPending} onClick={() => start(1)}>
          {t('运行')}
        </Button>
        <Button icon={<Download size={16} strokeWidth={1.75} />} loading={send.isPending} onClick={order}>
          {t('导出')}
        </Button>
        {maySave && query?.isMine ? (
          <>
            <Button icon={<Save size={16} strokeWidth={1.75} />} disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate(query.id)}>
              {t('保存')}
            </Button>
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'settings', icon: <Settings2 size={15} />, label: t('查询设置'), onClick: () => open('settings') },
                  { key: 'copy', icon: <Save size={15} />, label: t('另存为'), onClick: () => open('new') },
                  { key: 'remove', icon: <Trash2 size={15} />, danger: true, label: t('删除'), onClick: () => open('remove') },
                ],
              }}
            >
              <Button icon={<ChevronDown size={16} />} iconPlacement="end">
                {t('更多')}
              </Button>
            </Dropdown>
          </>
        ) : maySave ? (
          <Button icon={<Save size={16} strokeWidth={1.75} />} onClick={() => open('new')}>
            {t('保存')}
          </Button>
        ) : null}
      </div>
      {failure ? <Refused what={t('查询没有完成')} error={failure} /> : null}
      {answer && !failure ? <Result of={answer} page={page} size={PREVIEW_ROWS} isGrouped={Boolean(spec.groupBy?.length)} onPage={start} /> : null}
      <Dialog
        open={opened === 'run' || opened === 'export'}
        title={t('这个查询包含敏感信息')}
        verb={opened === 'export' ? t('导出') : t('运行')}
        disabled={!reason.trim()}
        onAct={() => {
          if (opened === 'export') order()
          else start(1)
          close()
        }}
        onClose={close}
      >
        <p>{t('请写明用途，查看会记入审计。')}</p>
        <Input.TextArea value={reason} onChange={e => setReason(e.target.value)} maxLength={300} rows={3} aria-label={t('理由')} />
      </Dialog>
      <Dialog
        open={opened === 'remove'}
        danger
        title={t('删除查询“{{name}}”？', { name: query?.name ?? '' })}
        verb={t('删除')}
        busy={remove.isPending}
        onAct={() => query && remove.mutate(query.id)}
        onClose={close}
      >
        {t('共享、桌面和定时发送会一起取消，查询记录保留。')}
      </Dialog>
      <Suspense>
        {opened === 'new' || opened === 'settings' ? (
          <SaveForm id={opened === 'settings' ? query?.id : undefined} subject={subject.code} spec={spec} onClose={close} onSaved={onOpen} />
        ) : null}
      </Suspense>
    </>
  )
}
