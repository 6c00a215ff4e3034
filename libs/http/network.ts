import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an IP address: the first 64 bits of an IPv6 address, because one user can
 * have all addresses below them, or a whole IPv4 address, also if it is written as
 * `::ffff:192.0.2.1`. A text that is no IP address is returned as it is.
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
