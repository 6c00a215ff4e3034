import ipaddr from 'ipaddr.js';

/**
 * Whom an address belongs to, as far as it tells: of IPv6 the first 64 bits, because everybody has that many addresses to
 * try from; IPv4 as it is, also where it comes as `::ffff:192.0.2.1`. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4'
    ? ip.toString()
    : `${(ip as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;
}
