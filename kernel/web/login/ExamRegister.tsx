import { Button, type InputRef } from 'antd'
import { IdCard, UserRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { citizenIdFault } from '#model/checks.ts'
import type { Realm } from '#web/credentials/realm.ts'
import type { TokenAnswer } from '#web/credentials/token.ts'
import { post } from '#web/http/client.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { notify } from '#web/http/notices.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { signIn } from '#web/session/sign.ts'
import { Field } from './Field.tsx'
import style from './login.module.css'
import { MobileCodeFields, useMobileCode } from './MobileCode.tsx'
import { HintedPasswordFields, newPasswordFault } from './PasswordFields.tsx'
import { Refused } from './Refused.tsx'
import { registrationTicket } from './registrationTicket.ts'

interface Faults {
  name?: string
  idNo?: string
  password?: string
  form?: string
}
interface Props {
  realm: Realm
  tenantId: string
  attempt: (call: () => Promise<TokenAnswer>) => Promise<void>
  /** Called if the account was created but signing in needs more than its password. */
  onMade: () => void
}
/** Registration of applicants; signs in with the new account. */
export default function ExamRegister({ realm, tenantId, attempt, onMade }: Props) {
  const [name, setName] = useState('')
  const [idNo, setIdNo] = useState('')
  const [next, setNext] = useState({ password: '', again: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const phone = useMobileCode({ realm, tenantId, scene: 'verify', ticket: () => registrationTicket(tenantId) })
  const nameField = useRef<InputRef>(null)
  const idField = useRef<InputRef>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = check({ name, idNo, password: newPasswordFault(next) })
    const wrongPhone = phone.check()
    setFaults(wrong)
    phone.setFaults(wrongPhone)
    if (wrong.name) return nameField.current?.focus()
    if (wrong.idNo) return idField.current?.focus()
    if (wrong.password || wrongPhone.mobile || wrongPhone.code) return
    setBusy(true)
    await register().catch(failed)
    setBusy(false)
  }
  const register = async () => {
    const given = { tenantId, name: name.trim(), idNo: idNo.trim(), mobile: phone.mobile.trim(), code: phone.code.trim(), password: next.password }
    const { userName } = await post<{ userName: string }>(port('registerApplicant'), given)
    notify.success(t('注册成功，以后用身份证号登录'))
    await attempt(() => signIn({ tenantId, userName, password: next.password }, realm)).catch(onMade)
  }
  const failed = (error: unknown) => {
    const field = isRefusal(error) ? error.errors[0]?.field : undefined
    const text = failureText(error)
    if (field === 'code' || field === 'mobile') phone.setFaults({ [field]: text })
    else if (field === 'newPassword') setFaults({ password: text })
    else setFaults(field === 'idNo' || field === 'name' ? { [field]: text } : { form: text })
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <Field
        hint={t('请输入姓名')}
        icon={<UserRound size={17} strokeWidth={1.75} />}
        field={nameField}
        name="name"
        autoComplete="name"
        maxLength={40}
        value={name}
        onChange={setName}
        fault={faults.name}
      />
      <Field
        hint={t('请输入身份证号')}
        icon={<IdCard size={17} strokeWidth={1.75} />}
        field={idField}
        name="idNo"
        autoComplete="off"
        maxLength={18}
        value={idNo}
        onChange={setIdNo}
        fault={faults.idNo}
      />
      <MobileCodeFields of={phone} />
      <HintedPasswordFields value={next} onChange={setNext} fault={faults.password} />
      <Refused text={faults.form} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={style.go ?? ''}>
        {t('注册')}
      </Button>
    </form>
  )
}
function check({ name, idNo, password }: { name: string; idNo: string; password: string | undefined }): Faults {
  const given = idNo.trim()
  const wrong = given ? citizenIdFault(given) : undefined
  const idFault = !given
    ? t('请输入身份证号')
    : wrong === 'length'
      ? t('身份证号应为 18 位，现在 {{n}} 位', { n: given.length })
      : wrong
        ? t('身份证号不对，请逐位核对')
        : undefined
  return { ...(name.trim() ? {} : { name: t('请输入姓名') }), ...(idFault ? { idNo: idFault } : {}), ...(password ? { password } : {}) }
}
