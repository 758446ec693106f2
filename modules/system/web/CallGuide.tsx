import { Segmented } from 'antd'
import { useState } from 'react'
import { Copy } from '#web/feedback/Copy.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { callExamples } from './callExamples.ts'
import style from './system.module.css'

/** How an application signs its calls, with an example to copy. */
export function CallGuide({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [kind, setKind] = useState<'curl' | 'node'>('curl')
  const example = callExamples(window.location.origin)[kind]
  return (
    <Panel open={isOpen} title={t('怎样调用')} size={720} onClose={() => setOpen(false)} afterClose={onClose}>
      <ol className={style.steps}>
        <li>{t('只用 GET。地址与网页相同，例如 /api/flySource-base/student/list；答复的格式也相同。')}</li>
        <li>
          {t('待签名文本是六行，用换行符连接，末尾没有换行：')}
          <code>{t('方法、路径（从 /api 起）、查询串（不含问号，与发送的一字不差）、正文的 SHA-256（GET 为空正文）、毫秒时间、随机串')}</code>
        </li>
        <li>{t('签名 = 以密钥的 SHA-256 为键，对这段文本做 HMAC-SHA256，写成 64 位小写十六进制。')}</li>
        <li>
          {t('请求头：')}
          <code>App-Key · App-Timestamp · App-Nonce · App-Signature</code>
        </li>
        <li>{t('时间与服务器相差不超过 5 分钟；随机串 16 到 64 位字母、数字、- 或 _，每次都要不同。')}</li>
        <li>{t('答复 code：400 签名、时间或随机串不对；401 已停用或到期；403 地址或接口不允许；429 次数或频率用完，按 data.retryAfter 的秒数再试。')}</li>
      </ol>
      <div className={style.apisHead}>
        <Segmented<'curl' | 'node'>
          value={kind}
          onChange={setKind}
          options={[
            { value: 'curl', label: 'curl' },
            { value: 'node', label: 'Node.js' },
          ]}
        />
        <Copy key={kind} text={example} label={t('复制')} />
      </div>
      <pre className={`${style.source} ${style.example}`}>{example}</pre>
    </Panel>
  )
}
