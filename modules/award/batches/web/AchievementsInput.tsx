import { Select } from 'antd'
import { Loading } from '#web/feedback/Loaded.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { ownAchievements } from '../model/application.ts'

const MOST = 12
/** Entries of one's own evidence, to be named as achievements; one that was taken back since has to go. */
export function AchievementsInput({ of: { id, value, onChange, disabled, describedBy, status }, itemId }: { of: DrawnInput; itemId: string }) {
  const read = useRead(ownAchievements, { itemId })
  if (!read.data) return <Loading of={read} lines={1} />
  const known = read.data.flatMap(one => (one ? [{ value: one.id, label: one.words }] : []))
  const chosen = Array.isArray(value) ? value.map(String) : []
  const gone = chosen.filter(one => !known.some(k => k.value === one)).map(one => ({ value: one, label: t('已冲销，请去掉') }))
  return (
    <Select
      id={id}
      mode="multiple"
      className="ql-wide"
      maxCount={MOST}
      status={status}
      disabled={disabled}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('从我的成长里选')}
      notFoundContent={t('我的成长里没有可选的成果')}
      value={chosen}
      options={[...known, ...gone]}
      onChange={onChange}
    />
  )
}
