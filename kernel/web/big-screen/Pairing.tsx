import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { loginAddress } from '#web/credentials/leave.ts'
import { ADMIN } from '#web/credentials/realm.ts'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { post } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { wantedTenant } from '#web/session/appInfo.ts'
import { keepScreenKey } from './feed.ts'

interface Code {
  code: string
  secret: string
  until: number
}
const LOOK_MS = 3000
const AGAIN_MS = 15_000

/** 60-BS2: pairing code and QR for the user who confirms this screen; the screen key goes to this browser only. Signing in works as well. */
export function Pairing({ onReady }: { onReady: () => void }) {
  const code = useCode(onReady)
  return (
    <div className="ql-wall-pairing">
      {code ? <QrCode className="qr" size={300} text={`${location.origin}${port('devicesPage')}?code=${code}`} label={t('配对二维码')} /> : null}
      <div>
        <p>{t('在“大屏管理 › 设备”里填写配对码，或扫一扫')}</p>
        <strong role="status">{code ? `${code.slice(0, 3)} ${code.slice(3)}` : '······'}</strong>
        <p>
          <Button size="large" href={loginAddress(ADMIN, location.pathname + location.search)}>
            {t('登录查看')}
          </Button>
        </p>
      </div>
    </div>
  )
}
/** The code to show; renewed when it expires. */
function useCode(onReady: () => void): string | undefined {
  const [code, setCode] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one pairing runs for the lifetime of the component, across renders
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    let known: Code | undefined
    const next = async () => {
      known = known && Date.now() < known.until ? known : await openCode()
      if (isOver) return
      setCode(known.code)
      const answer = await post<{ state: string; key: string | null }>(port('collectScreenKey'), { secret: known.secret, ...school() }, { quiet: true })
      if (isOver) return
      if (answer.state === 'gone') known = undefined
      if (answer.key) {
        keepScreenKey(answer.key)
        onReady()
      }
    }
    const look = () =>
      void next()
        .then(() => LOOK_MS)
        .catch(() => AGAIN_MS)
        .then(ms => {
          if (!isOver) timer = setTimeout(look, ms)
        })
    look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return code
}
/** The tenant in the address; without one the server uses the installation's first. */
const school = (): { tenantId?: string } => (wantedTenant() ? { tenantId: wantedTenant() } : {})
async function openCode(): Promise<Code> {
  const { code, secret, seconds } = await post<{ code: string; secret: string; seconds: number }>(port('openScreenPairing'), school(), { quiet: true })
  return { code, secret, until: Date.now() + seconds * 1000 }
}
