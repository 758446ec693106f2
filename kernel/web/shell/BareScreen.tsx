import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { useSession } from '#web/session/useCan.ts'
import { theme } from '#web/theme/config.ts'
import { NotFound } from './Messages.tsx'
import { ScreenBody } from './ScreenBody.tsx'
import style from './shell.module.css'

const Mark = lazily(() => import('./Mark.tsx'))

/** One screen without the shell. The watermark stays. */
export function BareScreen({ id }: { id: string }) {
  const { screens, bare } = useSession()
  const { isWartermark, wartermarkText } = useSignal(theme)
  const screen = [...bare, ...screens].find(s => s.id === id)
  const info = useAppInfo()
  useDocumentTitle(screen?.meta.title, info?.globalTitle)
  return (
    <>
      <main className={style.bare}>{screen ? <ScreenBody screen={screen} /> : <NotFound />}</main>
      {isWartermark && (
        <Suspense>
          <Mark text={wartermarkText} />
        </Suspense>
      )}
    </>
  )
}
