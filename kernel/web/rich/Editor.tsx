import { EditorContent, type Editor as Tiptap, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button, Input, Popover, Tooltip } from 'antd'
import { Bold, Heading2, Heading3, Italic, Link2, List, ListOrdered, type LucideIcon, Quote, Redo2, Strikethrough, Underline, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import type { RichInputProps } from './RichInput.tsx'
import style from './rich.module.css'

const EMPTY = '<p></p>'
/** Rich-text editor; toolbar buttons have labels and show their pressed state. */
export default function Editor({ id, value, onChange, disabled = false, status = '', ...aria }: RichInputProps) {
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto', 'tel'] } })],
    content: value ?? '',
    editable: !disabled,
    editorProps: { attributes: { id, role: 'textbox', 'aria-multiline': 'true', class: style.text ?? '', ...aria } },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  })
  useEffect(() => {
    if (editor && !editor.isDestroyed && (value || EMPTY) !== editor.getHTML() && !(editor.isEmpty && !value)) editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])
  if (!editor) return null
  return (
    <div className={`${style.rich}${status === 'error' ? ` ${style.isWrong}` : ''}${disabled ? ` ${style.isOff}` : ''}`}>
      <Tools editor={editor} disabled={disabled} />
      <EditorContent editor={editor} />
    </div>
  )
}
interface Tool {
  label: string
  icon: LucideIcon
  isOn?: (of: Tiptap) => boolean
  run: (of: Tiptap) => void
}
const TOOLS: readonly Tool[] = [
  { label: '加粗', icon: Bold, isOn: e => e.isActive('bold'), run: e => e.chain().focus().toggleBold().run() },
  { label: '斜体', icon: Italic, isOn: e => e.isActive('italic'), run: e => e.chain().focus().toggleItalic().run() },
  { label: '下划线', icon: Underline, isOn: e => e.isActive('underline'), run: e => e.chain().focus().toggleUnderline().run() },
  { label: '删除线', icon: Strikethrough, isOn: e => e.isActive('strike'), run: e => e.chain().focus().toggleStrike().run() },
  { label: '大标题', icon: Heading2, isOn: e => e.isActive('heading', { level: 2 }), run: e => e.chain().focus().toggleHeading({ level: 2 }).run() },
  { label: '小标题', icon: Heading3, isOn: e => e.isActive('heading', { level: 3 }), run: e => e.chain().focus().toggleHeading({ level: 3 }).run() },
  { label: '项目列表', icon: List, isOn: e => e.isActive('bulletList'), run: e => e.chain().focus().toggleBulletList().run() },
  { label: '编号列表', icon: ListOrdered, isOn: e => e.isActive('orderedList'), run: e => e.chain().focus().toggleOrderedList().run() },
  { label: '引用', icon: Quote, isOn: e => e.isActive('blockquote'), run: e => e.chain().focus().toggleBlockquote().run() },
]
const STEPS: readonly Tool[] = [
  { label: '撤销', icon: Undo2, run: e => e.chain().focus().undo().run() },
  { label: '重做', icon: Redo2, run: e => e.chain().focus().redo().run() },
]
function Tools({ editor, disabled }: { editor: Tiptap; disabled: boolean }) {
  const on = useEditorState({ editor, selector: ({ editor: now }) => TOOLS.map(tool => tool.isOn?.(now) ?? false) })
  return (
    <div className={style.tools} role="toolbar" aria-label={t('文字格式')}>
      {TOOLS.map((tool, at) => (
        <ToolButton key={tool.label} tool={tool} editor={editor} isOn={on[at] ?? false} disabled={disabled} />
      ))}
      <LinkTool editor={editor} disabled={disabled} />
      {STEPS.map(tool => (
        <ToolButton key={tool.label} tool={tool} editor={editor} disabled={disabled} />
      ))}
    </div>
  )
}
function ToolButton({ tool, editor, isOn, disabled }: { tool: Tool; editor: Tiptap; isOn?: boolean; disabled: boolean }) {
  const Icon = tool.icon
  return (
    <Tooltip title={t(tool.label)} mouseEnterDelay={0.4}>
      <Button
        type="text"
        size="small"
        disabled={disabled}
        aria-label={t(tool.label)}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        className={classes(isOn && style.isOn)}
        icon={<Icon size={15} />}
        onMouseDown={event => event.preventDefault()}
        onClick={() => tool.run(editor)}
      />
    </Tooltip>
  )
}
function LinkTool({ editor, disabled }: { editor: Tiptap; disabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const put = () => {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address) chain.setLink({ href: /^[a-z]+:/i.test(address) ? address : `https://${address}` }).run()
    else chain.unsetLink().run()
    setOpen(false)
  }
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={open => {
        setOpen(open)
        if (open) setAddress((editor.getAttributes('link').href as string | undefined) ?? '')
      }}
      content={
        <div className={style.link}>
          <Input aria-label={t('链接地址')} value={address} placeholder="https://" onChange={event => setAddress(event.target.value)} onPressEnter={put} />
          <Button type="primary" onClick={put}>
            {address ? t('加上链接') : t('去掉链接')}
          </Button>
        </div>
      }
    >
      <Button type="text" size="small" disabled={disabled} aria-label={t('链接')} icon={<Link2 size={15} />} onMouseDown={event => event.preventDefault()} />
    </Popover>
  )
}
