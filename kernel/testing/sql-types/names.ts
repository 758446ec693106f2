import {
  type CallExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import { nodesOf, type Source } from './source.ts'

/** An expression and what the parameters it names stand for. */
export interface Bound {
  node: Node
  env: Env
}
export type Env = ReadonlyMap<Node, Bound>
export type Callable = Node & { parameters: readonly Node[]; body?: Node }
const DEEPEST = 48

/** What the names of an expression stand for: values, members and functions, through declarations and calls. */
export class Names {
  /** Which way conditions go: every statement is composed once with all of them true and once with all of them false. */
  isTrue = true
  /** Nested texts that are being composed; calls too deep in them are not followed. */
  depth = 0
  /** Parameters met without a value. */
  unbound: Node[] = []
  /** Functions called on the way: a parameter of theirs without a value was left out by the call. */
  readonly entered = new Set<Node>()
  private readonly source: Source
  private readonly textOf: (key: Node, env: Env) => string | undefined

  /** `textOf` gives the text of a key, where it has one. */
  constructor(source: Source, textOf: (key: Node, env: Env) => string | undefined) {
    this.source = source
    this.textOf = textOf
  }
  begin(isTrue: boolean): void {
    this.isTrue = isTrue
    this.entered.clear()
  }
  /** Evaluates what a called function returns. */
  applied<T>(call: CallExpression, env: Env, evaluate: (node: Node, env: Env) => T | undefined): T | undefined {
    const name = isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression
    const declared = this.source.declarationOf(name)
    const callable = declared && this.callable(declared, env)
    if (!callable || this.depth > DEEPEST) return undefined
    this.entered.add(callable.node)
    const within = this.bind(callable.node as Callable, call.arguments, callable.env, env)
    const results = resultsOf(callable.node as Callable)
    for (const result of this.isTrue ? results : results.reverse()) {
      const made = evaluate(result, within)
      if (made !== undefined) return made
    }
    return undefined
  }
  private callable(node: Node, env: Env): Bound | undefined {
    if (isFunctionDeclaration(node) || isMethodDeclaration(node) || isArrowFunction(node) || isFunctionExpression(node)) return { node, env }
    if ((isVariableDeclaration(node) || isPropertyAssignment(node) || isPropertyDeclaration(node)) && node.initializer) return this.callable(plain(node.initializer), env)
    if (isParameterDeclaration(node)) {
      const bound = env.get(node)
      return bound && this.callable(plain(bound.node), bound.env)
    }
    if (isIdentifier(node)) {
      const declared = this.source.declarationOf(node)
      return declared && this.callable(declared, env)
    }
    return undefined
  }
  bind(callable: Callable, given: readonly Node[], outer: Env, env: Env): Env {
    const within = new Map(outer)
    for (const [at, parameter] of callable.parameters.entries()) {
      if (!isParameterDeclaration(parameter)) continue
      const argument = given[at]
      if (argument && !isSpreadElement(argument)) within.set(parameter, { node: argument, env })
      else if (parameter.initializer) within.set(parameter, { node: parameter.initializer, env: outer })
    }
    return within
  }
  /** The expression a name stands for. */
  follow(node: Node, env: Env): Bound | undefined {
    if (isPropertyAccessExpression(node)) return this.member(node.expression, node.name.text, env) ?? this.accessor(node.name, env)
    if (isElementAccessExpression(node)) return this.anyMember(node.expression, node.argumentExpression, env)
    if (!isIdentifier(node)) return undefined
    const declared = this.source.declarationOf(node)
    return declared && this.declared(declared, env)
  }
  private declared(node: Node, env: Env): Bound | undefined {
    if (isParameterDeclaration(node)) {
      const bound = env.get(node)
      if (!bound) this.unbound.push(node)
      return bound
    }
    if (isVariableDeclaration(node)) return node.initializer && { node: node.initializer, env }
    if (!isBindingElement(node) || !node.name || !isIdentifier(node.name)) return undefined
    const owner = node.parent.parent
    const name = node.propertyName && isIdentifier(node.propertyName) ? node.propertyName.text : node.name.text
    const whole = this.declared(owner, env)
    return (whole && this.member(whole.node, name, whole.env)) ?? (node.initializer && { node: node.initializer, env })
  }
  private accessor(name: Node, env: Env): Bound | undefined {
    const declared = this.source.declarationOf(name)
    if (!declared) return undefined
    if (isGetAccessorDeclaration(declared)) {
      const [result] = resultsOf(declared as unknown as Callable)
      return result && { node: result, env }
    }
    return isPropertyDeclaration(declared) && declared.initializer ? { node: declared.initializer, env } : undefined
  }
  /** Property of what is, or returns, an object literal. */
  member(given: Node, name: string, env: Env): Bound | undefined {
    const node = plain(given)
    if (isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (isPropertyAssignment(property) && nameText(property.name) === name) return { node: property.initializer, env }
        if (isShorthandPropertyAssignment(property) && nameText(property.name) === name) return { node: property.name, env }
      }
      return undefined
    }
    if (isConditionalExpression(node)) return this.member(this.isTrue ? node.whenTrue : node.whenFalse, name, env)
    if (isCallExpression(node)) return this.applied(node, env, (value, within) => this.member(value, name, within))
    const bound = this.follow(node, env)
    return bound && this.member(bound.node, name, bound.env)
  }
  /** A property named by a key: the one the key says, otherwise the first, or the last where conditions are false. */
  private anyMember(given: Node, key: Node, env: Env): Bound | undefined {
    const name = isStringLiteral(key) ? key.text : this.textOf(key, env)
    if (name !== undefined) {
      const known = this.member(given, name, env)
      if (known) return known
    }
    const node = plain(given)
    if (isObjectLiteralExpression(node)) {
      const properties = node.properties.filter(isPropertyAssignment)
      const property = this.isTrue ? properties[0] : properties.at(-1)
      return property && { node: property.initializer, env }
    }
    const bound = this.follow(node, env)
    return bound && this.anyMember(bound.node, key, bound.env)
  }
}
const nameText = (name: Node): string => (isIdentifier(name) || isStringLiteral(name) ? name.text : '')
/** The expression without what only types or waits. */
export function plain(node: Node): Node {
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node) || isNonNullExpression(node) || isAwaitExpression(node)) return plain(node.expression)
  return node
}
/** Expressions a function may return, without those of functions inside it. */
export function resultsOf(callable: Callable): Node[] {
  const { body } = callable
  if (!body) return []
  if (!isBlock(body)) return [body]
  return nodesOf(body, isReturnStatement).flatMap(({ parent, expression }) => {
    let around: Node = parent
    while (around !== body && !isArrowFunction(around) && !isFunctionDeclaration(around) && !isFunctionExpression(around)) around = around.parent
    return around === body && expression ? [expression] : []
  })
}
