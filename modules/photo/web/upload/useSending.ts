import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { entityKey } from '#web/values/address.ts'
import type { Chosen } from './sources.ts'

export interface Progress {
  sent: number
  total: number
  /** Files among the chosen ones that are no pictures. */
  passed: number
}
/** Reads chosen files and sends them as a batch. `open` makes the batch for so many pictures, or names one to go on with. */
export function useSending(open: (count: number) => Promise<string>, onDone: () => void) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useUnsaved(progress !== undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const send = async (files: readonly File[]) => {
    setProblem(undefined)
    setProgress({ sent: 0, total: 0, passed: 0 })
    stop.current = new AbortController()
    try {
      const [{ itemsOf }, { sendBatch }] = await Promise.all([import('./sources.ts'), import('./send-batch.ts')])
      const { items, passed }: Chosen = await itemsOf(files)
      if (!items.length) return setProblem(t('里面没有 jpg 或 png 照片'))
      const id = await open(items.length)
      await sendBatch({ id, items, signal: stop.current.signal, onProgress: sent => setProgress({ sent, total: items.length, passed }) })
      onDone()
    } catch (error) {
      setProblem(t('上传中断：{{reason}}。再选一次同样的文件，就从断的地方继续', { reason: failureText(error) }))
    } finally {
      setProgress(undefined)
      void client.invalidateQueries({ queryKey: entityKey('photoBatch') })
    }
  }
  return { send, progress, problem }
}
