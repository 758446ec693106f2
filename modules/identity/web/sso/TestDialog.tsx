import { Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { post } from '#web/http/client.ts'
import { t } from '#web/i18n/index.ts'
import { startTest } from './errand.ts'
import { type TestAnswer, TestResult } from './TestResult.tsx'

/** Tests a source: by a redirect round trip or a pasted token. */
export function TestDialog({ id, name, protocol, onClose }: { id: string; name: string; protocol: string; onClose: () => void }) {
  const [token, setToken] = useState('')
  const [answer, setAnswer] = useState<TestAnswer>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const isJwt = protocol === 'jwt'
  const act = async () => {
    setBusy(true)
    setError(undefined)
    await (isJwt ? post<TestAnswer>('auth/identitySource/test', { id, code: token.trim() }, { quiet: true }).then(setAnswer) : startTest(id)).catch(setError)
    setBusy(false)
  }
  return (
    <Dialog
      open
      width={560}
      title={t('测试“{{name}}”', { name })}
      verb={isJwt ? t('检查令牌') : t('去登录一次')}
      busy={busy}
      disabled={isJwt && !token.trim()}
      onAct={() => void act()}
      onClose={onClose}
    >
      <p>
        {isJwt
          ? t('粘贴对方签发的令牌，看看会是谁；令牌不会被用掉，也不会有人因此登录')
          : t('会打开对方的登录页。登录后回到这里，显示对方的原始回答和匹配到的账号；不会换掉你现在的登录')}
      </p>
      {error ? <Refused what={t('没有测试成功')} error={error} /> : null}
      {isJwt && <Input.TextArea aria-label={t('令牌')} autoSize={{ minRows: 3, maxRows: 8 }} value={token} onChange={e => setToken(e.target.value)} />}
      {answer ? <TestResult of={answer} /> : null}
    </Dialog>
  )
}
