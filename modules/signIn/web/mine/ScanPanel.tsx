import { codeIn } from '#model/scanned-code.ts'
import { t } from '#web/i18n/index.ts'
import { Scanner } from '#web/scan/Scanner.tsx'
import { SIGN_PAGE } from '../labels.ts'

/** Scans the projected code. */
export const ScanPanel = ({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) => (
  <Scanner
    title={t('扫现场的二维码')}
    help={t('对准投影上的二维码，扫到就签。')}
    other={t('这不是签到的二维码，请对准投影上的码')}
    isCameraOnly
    otherwise={t('也可以请老师点名')}
    onRead={text => {
      const code = codeIn(SIGN_PAGE, text)
      if (code) onCode(code)
      return code !== undefined
    }}
    onClose={onClose}
  />
)
