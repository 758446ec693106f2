import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Copy } from './Copy.tsx'
import { QrCode } from './QrCode.tsx'

interface Props {
  /** Path on this site. */
  path: string
  /** What the code is, for those who cannot see it. */
  label: string
  size?: number
}
/** A link to pass on: to be scanned, copied or read. */
export function ShareLink({ path, label, size = 220 }: Props) {
  const address = new URL(path, globalThis.location.origin).href
  return (
    <>
      <Row>
        <QrCode text={address} label={label} size={size} />
        <Copy text={address} label={t('复制链接')} />
      </Row>
      <p style={{ overflowWrap: 'anywhere' }}>{address}</p>
    </>
  )
}
