import { type ReactNode, useRef, useState } from 'react'
import { hasExtension } from '#model'
import { failureText, type PutFile, putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'

/** File picker: `pick` opens the browser's dialog; render `input` anywhere. The same file can be chosen twice in a row. */
export function usePick({ accept, multiple = false, onPick }: { accept?: string | undefined; multiple?: boolean; onPick: (files: readonly File[]) => void }): {
  pick: () => void
  input: ReactNode
} {
  const ref = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={accept}
      onChange={event => {
        const files = [...(event.target.files ?? [])]
        event.target.value = ''
        if (files.length) onPick(files)
      }}
    />
  )
  return { pick: () => ref.current?.click(), input }
}
/** Upload with progress and error text, restricted to these file types. */
export function usePut(types: readonly string[]): { put: (file: File) => Promise<PutFile | undefined>; share: number | undefined; problem: ReactNode } {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const put = async (file: File) => {
    setProblem(undefined)
    if (types.length && !hasExtension(file.name, types)) {
      setProblem(t('{{name}} 的格式不对，可以用 {{types}}', { name: file.name, types: types.join(t('、')) }))
      return undefined
    }
    setShare(0)
    try {
      return await putFile(file, setShare)
    } catch (error) {
      setProblem(t('{{name}} 没有传上去：{{reason}}', { name: file.name, reason: failureText(error) }))
      return undefined
    } finally {
      setShare(undefined)
    }
  }
  const said = problem ? (
    <p className="ql-problem" role="alert">
      {problem}
    </p>
  ) : null
  return { put, share, problem: said }
}
export const acceptOf = (types: readonly string[]): string | undefined => types.map(ext => `.${ext}`).join() || undefined
