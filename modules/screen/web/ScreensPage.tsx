import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { isNotAllowed, screenKey, wallCall } from '#web/big-screen/feed.ts'
import { Hills } from '#web/big-screen/Hills.tsx'
import { Pairing } from '#web/big-screen/Pairing.tsx'
import { accessToken } from '#web/credentials/token.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { PageTitle } from '#web/layout/Page.tsx'
import '#web/big-screen/big-screen.css'
import style from './screens.module.css'

interface Screen {
  code: string
  title: string
  path: string
}
type Loading = { kind: 'waiting' } | { kind: 'keyless' } | { kind: 'failed'; text: string } | { kind: 'found'; screens: readonly Screen[]; hasPlaylist: boolean }
/** /datascreen: screens permitted to this key or session; a single one opens directly, a playlist starts the rotation. */
export default function ScreensPage() {
  const [keys, setKeys] = useState(0)
  return <Screens key={keys} onKey={() => setKeys(n => n + 1)} />
}
/** Remounted when a key arrives. */
function Screens({ onKey }: { onKey: () => void }) {
  const found = useScreens()
  if (found.kind === 'found' && found.hasPlaylist) return <Navigate to="/datascreen/carousel" replace />
  if (found.kind === 'found' && found.screens.length === 1) return <Navigate to={found.screens[0]?.path ?? '/'} replace />
  return (
    <div className="ql-wall">
      <Hills />
      <PageTitle isHidden>{t('大屏')}</PageTitle>
      <div className="ql-wall-middle">
        {found.kind === 'waiting' ? <Bars lines={6} /> : null}
        {found.kind === 'keyless' ? <Pairing onReady={onKey} /> : null}
        {found.kind === 'failed' ? <p role="alert">{found.text}</p> : null}
        {found.kind === 'found' && !found.screens.length ? <p role="alert">{t('没有可以打开的大屏')}</p> : null}
        {found.kind === 'found' ? (
          <Stack as="nav" gap={5} className={style.choice} aria-label={t('大屏')}>
            {found.screens.map(s => (
              <Link key={s.code} to={s.path}>
                {tAny(s.title)}
              </Link>
            ))}
          </Stack>
        ) : null}
      </div>
    </div>
  )
}
function useScreens(): Loading {
  const [found, setFound] = useState<Loading>({ kind: 'waiting' })
  useEffect(() => {
    const ended = new AbortController()
    const load = async (): Promise<Loading> => {
      if (!screenKey() && !accessToken()) return { kind: 'keyless' }
      const { data } = (await (await wallCall('screen/wall/screens', {}, ended.signal)).json()) as { data: Screen[] }
      const { data: list } = (await (await wallCall('screen/wall/playlist', {}, ended.signal)).json()) as { data: { name: string | null } }
      return { kind: 'found', screens: data, hasPlaylist: list.name !== null }
    }
    load()
      .catch((error: unknown): Loading => (isNotAllowed(error) && error.status === 401 ? { kind: 'keyless' } : { kind: 'failed', text: t('暂时取不到') }))
      .then(now => {
        if (!ended.signal.aborted) setFound(now)
      })
    return () => ended.abort()
  }, [])
  return found
}
