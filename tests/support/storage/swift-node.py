"""
The four servers of one node of OpenStack Swift in one process, because Python and Swift take long to load.
Argument: the folder with their settings.
"""
import os
import sys

import eventlet
import eventlet.wsgi
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.utils import NullLogger, eventlet_monkey_patch, get_hub, validate_configuration
from swift.common.wsgi import appconfig, get_socket, loadapp

SERVERS = ['account', 'container', 'object', 'proxy']


def build_ring(folder, name, port):
    address = {'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **address})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{name}.ring.gz'))


def serve(path, name, conf):
    """As swift.common.wsgi.run_server, which would replace the event loop of the other servers."""
    app = loadapp(path, global_conf={'log_name': name})
    # The names of headers keep their case: the AWS SDK expects ETag.
    options = {'protocol': SwiftHttpProtocol, 'capitalize_response_headers': False, 'socket_timeout': 60}
    return eventlet.spawn(eventlet.wsgi.server, get_socket(conf), app, NullLogger(), **options)


def main(folder):
    eventlet_monkey_patch()
    eventlet.hubs.use_hub(get_hub())
    paths = {name: os.path.join(folder, f'{name}-server.conf') for name in SERVERS}
    confs = {name: appconfig(path, name=f'{name}-server') for name, path in paths.items()}
    validate_configuration()
    for name in ['account', 'container', 'object']:
        build_ring(folder, name, int(confs[name]['bind_port']))
    for server in [serve(paths[name], f'{name}-server', confs[name]) for name in SERVERS]:
        server.wait()


main(sys.argv[1])
