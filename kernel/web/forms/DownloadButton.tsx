import { Button } from 'antd'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Action, InputOf } from '#model'
import { downloadAndSave } from '#web/http/blob.ts'
import { failureText, type Query } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useMay } from '#web/session/useCan.ts'
import { actionAddress } from '#web/values/address.ts'
import { permissionOf } from './useAct.ts'

interface DownloadButtonProps<A extends Action> {
  of: A
  input: InputOf<A>
  disabled?: boolean
  /** Its text, where it is not an export. */
  children?: ReactNode
}
/** Calls an action that answers a file, such as the export of a page as filtered; if unavailable the reason is shown beside the button. */
export function DownloadButton<A extends Action>({ of, input, disabled = false, children = t('导出') }: DownloadButtonProps<A>) {
  const can = useMay()
  const needed = permissionOf(of)
  const may = needed === undefined || can(needed)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const save = async () => {
    setBusy(true)
    setFault(undefined)
    const call =
      of.method === 'GET'
        ? downloadAndSave(actionAddress(of), undefined, { method: 'GET', query: input as Query, quiet: true })
        : downloadAndSave(actionAddress(of), input, { quiet: true })
    await call.catch(error => setFault(failureText(error)))
    setBusy(false)
  }
  if (!may) return null
  return (
    <>
      <Button icon={<Download size={16} />} loading={isBusy} disabled={disabled} onClick={() => void save()}>
        {children}
      </Button>
      {fault ? (
        <span className="ql-quiet" role="alert">
          {fault}
        </span>
      ) : null}
    </>
  )
}
