import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { useId, useState } from 'react'
import type { OutputOf } from '#model'
import { paramsGroups, submitParams } from '#modules/system/model/params.ts'
import { type Group, GroupForm } from '#modules/system/web/public/GroupForm.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { failureText, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { actionAddress } from '#web/values/address.ts'
import { learntRanges, type PolicyRule, testPassword } from '../model/credentials-policy.ts'
import style from './credentials.module.css'
import { RULES } from './labels.ts'

const GROUPS = ['password', 'login', 'identity', 'privacy']

/** 密码策略: password rules, lockout and further sign-in settings, with a tester. */
export default function PasswordPolicyPage() {
  const read = useRead<typeof paramsGroups, readonly Group[]>(paramsGroups, {})
  const { data } = read
  const groups = GROUPS.flatMap(code => data?.find(g => g.paramsId === code) ?? [])
  return (
    <Page title={t('密码策略')}>
      <div className={style.two}>
        <Stack>
          {data ? null : <Loading of={read} lines={8} />}
          {groups.map(group => (
            <GroupForm key={`${group.paramsId}${group.version}`} group={group} />
          ))}
        </Stack>
        <Stack>
          <Tester version={groups[0]?.version ?? 0} />
          {groups[1] ? <Learnt login={groups[1]} /> : null}
        </Stack>
      </div>
    </Page>
  )
}
/** Tests a password against the saved policy on the server; nothing is stored. */
function Tester({ version }: { version: number }) {
  const id = useId()
  const [given, setGiven] = useState({ password: '', userName: '', mobile: '', isPrivileged: false })
  const asked = useSettled(given, 300)
  const tried = useQuery({
    queryKey: ['passwordPolicy', 'test', version, asked],
    queryFn: ({ signal }) => post<OutputOf<typeof testPassword>>(actionAddress(testPassword), asked, { signal, quiet: true }),
    enabled: asked.password !== '',
    gcTime: 0,
    retry: false,
    meta: { inPlace: true },
  })
  const said = asked.password ? tried.data : undefined
  const words = [t('弱'), t('中'), t('强')]
  return (
    <Sheet title={t('试一试密码')} className={style.tester}>
      <p className={style.quiet}>{t('按已保存的策略判断，不会保存输入的内容')}</p>
      <label htmlFor={`${id}password`}>
        {t('密码')}
        <Input id={`${id}password`} autoComplete="off" spellCheck={false} maxLength={200} value={given.password} onChange={e => setGiven({ ...given, password: e.target.value })} />
      </label>
      <label htmlFor={`${id}userName`}>
        {t('用户名')}
        <Input id={`${id}userName`} autoComplete="off" maxLength={64} value={given.userName} onChange={e => setGiven({ ...given, userName: e.target.value })} />
      </label>
      <label htmlFor={`${id}mobile`}>
        {t('手机号')}
        <Input id={`${id}mobile`} autoComplete="off" inputMode="numeric" maxLength={20} value={given.mobile} onChange={e => setGiven({ ...given, mobile: e.target.value })} />
      </label>
      <Checkbox checked={given.isPrivileged} onChange={e => setGiven({ ...given, isPrivileged: e.target.checked })}>
        {t('特权角色')}
      </Checkbox>
      <div aria-live="polite">
        {tried.error ? <p className={style.broken}>{failureText(tried.error)}</p> : null}
        {said ? (
          <>
            <p>{t('强度：{{level}}', { level: words[said.level] })}</p>
            <ul className={style.rules}>
              {said.rules.map(({ rule, isMet }) => (
                <li key={rule} className={isMet ? style.met : style.broken}>
                  {isMet ? <CircleCheck size={16} /> : <CircleX size={16} />}
                  <span>
                    {t(RULES[rule as PolicyRule])}
                    <span className="visually-hidden">{isMet ? t('符合') : t('不符合')}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Sheet>
  )
}
/** Proposed networks; one click adds them to the campus ranges, which get captchas but are never blocked. */
function Learnt({ login }: { login: Group }) {
  const { can } = useSession()
  const { data } = useRead(learntRanges, {})
  const known = String(login.parameters.find(p => p.key === 'campusRanges')?.value ?? '')
  if (!data?.length) return null
  return (
    <Sheet title={t('可能是校园网的地址段')} className={style.tester}>
      <p className={style.quiet}>{t('近 30 天有很多人从这些地址登录。加入校园网地址段后，只要求人机验证，不会被限制')}</p>
      <ul className={style.lines}>
        {data.map(({ range, people, signIns }) => (
          <li key={range}>
            <div>
              <b>{range}</b>
              <small>{t('{{people}} 人，{{n}} 次登录', { people, n: signIns })}</small>
            </div>
            {can(submitParams.permission) ? (
              <ActionButton
                of={submitParams}
                input={{ paramsId: login.paramsId, version: login.version, content: { campusRanges: known ? `${known}, ${range}` : range } }}
                changes={['baseParams', 'campusRange']}
                done={t('已加入校园网地址段')}
              >
                {t('加入地址段')}
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
