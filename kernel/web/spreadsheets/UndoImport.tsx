import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { failureText, notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import type { ImportJob } from './job.ts'
import { jobsChanged, undoImport } from './jobs.ts'
import style from './sheets.module.css'

export const mayUndo = ({ state, undoUntil }: ImportJob): boolean => state === 'done' && Date.parse(undoUntil ?? '') > Date.now()

/** Takes back what an import wrote, after saying how much that is. */
export function UndoImport({ job: { id, toAdd, toChange } }: { job: ImportJob }) {
  const [isAsking, ask] = useState(false)
  const undo = useMutation({ mutationFn: () => undoImport(id), onError: error => notify.error(failureText(error)), onSettled: jobsChanged })
  if (!isAsking)
    return (
      <div className="ql-acts">
        <Button type="text" size="small" onClick={() => ask(true)}>
          {t('撤销导入')}
        </Button>
      </div>
    )
  return (
    <div className={style.undo} role="alert">
      <span>{t('删除它新增的 {{add}} 条，改回它修改的 {{change}} 条？', { add: formatNumber(toAdd), change: formatNumber(toChange) })}</span>
      <Button size="small" danger loading={undo.isPending} onClick={() => undo.mutate(undefined, { onSettled: () => ask(false) })}>
        {t('撤销导入')}
      </Button>
      <Button size="small" type="text" onClick={() => ask(false)}>
        {t('不撤销')}
      </Button>
    </div>
  )
}
